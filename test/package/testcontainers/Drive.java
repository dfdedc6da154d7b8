import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Scanner;

/** Does the same as drive.py. */
public class Drive {
  public static void main(String[] arguments) throws Exception {
    int[] port = {0};
    TaxiwayContainer container = new TaxiwayContainer() {
      @Override
      public String getHost() {
        return "127.0.0.1";
      }

      @Override
      public Integer getMappedPort(int own) {
        return port[0];
      }
    };
    ObjectMapper json = new ObjectMapper();
    System.out.println(json.writeValueAsString(container.getEnvMap()));
    port[0] = new Scanner(System.in).nextInt();
    System.out.println(json.writeValueAsString(container.createProfile()));
  }
}

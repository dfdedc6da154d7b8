import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** A taxiway sandbox in a container. Build its image first, in a clone of taxiway: docker build -t taxiway . */
public class TaxiwayContainer extends GenericContainer<TaxiwayContainer> {
  private static final int PORT = 4010;
  private final String adminToken = randomToken();

  public TaxiwayContainer() {
    super("taxiway");
    withExposedPorts(PORT);
    withEnv("TAXIWAY_ADMIN_TOKEN", adminToken);
    withEnv("TAXIWAY_DEMO_CREDENTIALS", "false");
    waitingFor(Wait.forHttp("/_sandbox/ready").forPort(PORT));
  }

  public String baseUrl() {
    return "http://" + getHost() + ":" + getMappedPort(PORT);
  }

  /** Creates a profile, for example one for each test class. Returns the headers of its calls. */
  public Map<String, String> createProfile() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl() + "/_sandbox/profiles"))
        .header("Authorization", "Bearer " + adminToken)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{}"))
        .build();
    HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new IOException("no profile was created: " + response.body());
    JsonNode keys = new ObjectMapper().readTree(response.body()).get("credential");
    return Map.of(
        "Authorization", "Bearer " + keys.get("secretKey").asText(),
        "X-Service-Id", keys.get("publicKey").asText() + ":" + keys.get("profileCode").asText());
  }

  private static String randomToken() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}

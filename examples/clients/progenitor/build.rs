//! Generates the client from the file that SPEC names, in OpenAPI 3.0.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=SPEC");
    let path = env::var("SPEC")?;
    println!("cargo:rerun-if-changed={path}");
    let spec = serde_json::from_str(&fs::read_to_string(path)?)?;
    let code = progenitor::Generator::default().generate_tokens(&spec)?;
    let client = Path::new(&env::var("OUT_DIR")?).join("taxiway.rs");
    fs::write(client, prettyplease::unparse(&syn::parse2(code)?))?;
    Ok(())
}

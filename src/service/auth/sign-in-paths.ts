/** Where the identity provider sends the browser back to. */
export const CALLBACK_PATH = '/login/callback';
/** Where a SAML provider posts its answers (assertion consumer service). */
export const ACS_PATH = '/login/saml';
export const SAML_METADATA_PATH = '/login/saml/metadata';

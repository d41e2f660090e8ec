/** Where the identity provider sends the browser back to. */
export const CALLBACK_PATH = '/login/callback';
/** Where a SAML provider posts its answers (assertion consumer service). */
export const ACS_PATH = '/login/saml';
/** Where a SAML provider sends what ends a session: its answer to our logout, and its own request for one. */
export const SLO_PATH = '/login/saml/logout';
/** Where a provider of OpenID Connect sends the browser back to after a logout there. */
export const SIGNED_OUT_PATH = '/login/signed-out';
/** Where a provider of OpenID Connect tells, from server to server, that a session is over. */
export const BACKCHANNEL_PATH = '/login/oidc/logout';
export const SAML_METADATA_PATH = '/login/saml/metadata';

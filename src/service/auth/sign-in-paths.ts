export const CALLBACK_PATH = '/login/callback';
/** Assertion consumer service. */
export const ACS_PATH = '/login/saml';
/** For its answer to our logout, and for its own request. */
export const SLO_PATH = '/login/saml/logout';
export const SIGNED_OUT_PATH = '/login/signed-out';
/** Back-channel logout, from server to server. */
export const BACKCHANNEL_PATH = '/login/oidc/logout';
export const SAML_METADATA_PATH = '/login/saml/metadata';

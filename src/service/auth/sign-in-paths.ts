export const CALLBACK_PATH = '/login/callback';
/** Assertion consumer service. */
export const ACS_PATH = '/login/saml';
/** For answers to our logout, and the provider's own requests. */
export const SLO_PATH = '/login/saml/logout';
export const SIGNED_OUT_PATH = '/login/signed-out';
/** Server to server. */
export const BACKCHANNEL_PATH = '/login/oidc/logout';
export const SAML_METADATA_PATH = '/login/saml/metadata';

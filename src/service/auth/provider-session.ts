/** Whom a SAML provider meant, as it wrote it: a logout names them the same way. */
export type SamlName = {
  text: string;
  format: string;
  nameQualifier: string;
  spNameQualifier: string;
};

/** What a provider calls a session that began there; `logoutUrl` is empty where it ends none. */
export type ProviderSession =
  | { protocol: 'saml'; issuer: string; name: SamlName; sessionIndex: string; logoutUrl: string }
  | {
      protocol: 'oidc';
      issuer: string;
      subject: string;
      /** The claim `sid`; empty where the provider gives none. */
      sid: string;
      idToken: string;
      clientId: string;
      logoutUrl: string;
    };

/** A longer one makes an address that providers refuse; the client ID stands for it. */
const HINT_MAX_LENGTH = 4000;

/** Where the browser goes to end a session at a provider of OpenID Connect (RP-initiated logout). */
export function oidcLogoutUrl(
  { logoutUrl, idToken, clientId }: Extract<ProviderSession, { protocol: 'oidc' }>,
  signedOutUri: string,
  state: string,
): string {
  const url = new URL(logoutUrl);
  if (idToken.length <= HINT_MAX_LENGTH) url.searchParams.set('id_token_hint', idToken);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', signedOutUri);
  url.searchParams.set('state', state);
  return url.href;
}

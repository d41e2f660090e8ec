/** As the provider wrote it: a logout must use the same form. */
export type SamlName = {
  text: string;
  format: string;
  nameQualifier: string;
  spNameQualifier: string;
};

/** `logoutUrl` is empty when the provider ends no sessions. */
export type ProviderSession =
  | { protocol: 'saml'; issuer: string; name: SamlName; sessionIndex: string; logoutUrl: string }
  | {
      protocol: 'oidc';
      issuer: string;
      subject: string;
      sid: string;
      idToken: string;
      clientId: string;
      logoutUrl: string;
    };

/** Providers refuse longer addresses; the client ID is enough. */
const HINT_MAX_LENGTH = 4000;

/** [RP-initiated logout](https://openid.net/specs/openid-connect-rpinitiated-1_0.html). */
export function buildOidcLogoutUrl(
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

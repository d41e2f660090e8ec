import * as client from 'openid-client';
import { type Identity, joinClaims, readIdentity } from './identity.ts';
import { createKept } from './kept.ts';
import { isLoopbackUrl } from './loopback.ts';
import { fetchFromProvider } from './provider-fetch.ts';
import { describeCauses, SignInRefused } from './refusal.ts';
import type { SsoConfig } from './sso-settings.ts';

const METADATA_FRESH_MS = 60_000;
const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;

export type OidcAttempt = {
  configuration: client.Configuration;
  settings: SsoConfig;
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
};

const customFetch: client.CustomFetch = (url, options) =>
  fetchFromProvider(url, { ...options, body: options.body as BodyInit | undefined });

export type Metadata = ReturnType<client.Configuration['serverMetadata']>;
export type MetadataReader = {
  last(settings: SsoConfig): Metadata | undefined;
  read(settings: SsoConfig): Promise<Metadata>;
};

/** Reads the provider's metadata at most once a minute. */
export function createMetadataReader(): MetadataReader {
  const kept = createKept<Metadata>(METADATA_FRESH_MS);
  const load = async ({ metadataUrl, clientId }: SsoConfig): Promise<Metadata> => {
    const url = new URL(metadataUrl);
    const found = await client.discovery(url, clientId, undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: customFetch,
      ...(isLoopbackUrl(url) ? { execute: [client.allowInsecureRequests] } : {}),
    });
    return found.serverMetadata();
  };
  return {
    last: ({ metadataUrl }) => kept.last(metadataUrl),
    read: (settings) => kept.read(settings.metadataUrl, () => load(settings)),
  };
}

function chooseAuthentication({ clientSecret }: SsoConfig, metadata: Metadata): client.ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (clientSecret === '') return client.None();
  return methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret);
}

/** Only https, or http to this machine. */
function readLogoutUrl({ end_session_endpoint: address = '' }: Metadata): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && (url.protocol === 'https:' || isLoopbackUrl(url)) ? url.href : '';
}

/** Created for each sign-in, to use the provider's current keys. */
async function createConfiguration(
  reader: MetadataReader,
  settings: SsoConfig,
): Promise<client.Configuration> {
  const metadata = { ...(await reader.read(settings)) };
  const { clientId, clientSecret } = settings;
  const configuration = new client.Configuration(
    metadata,
    clientId,
    {
      [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      ...(clientSecret ? { client_secret: clientSecret } : {}),
    },
    chooseAuthentication(settings, metadata),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[client.customFetch] = customFetch;
  if (isLoopbackUrl(new URL(settings.metadataUrl))) client.allowInsecureRequests(configuration);
  // Checks the signature although the answer comes straight from the provider.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Begins a sign-in by authorization code with PKCE ([RFC
 * 7636](https://datatracker.ietf.org/doc/html/rfc7636)).
 * @throws SignInRefused when the provider cannot be reached
 */
export async function beginOidc(
  reader: MetadataReader,
  settings: SsoConfig,
  redirectUri: string,
): Promise<{ url: string; attempt: OidcAttempt }> {
  let configuration: client.Configuration;
  try {
    configuration = await createConfiguration(reader, settings);
  } catch (error) {
    const why = describeCauses(error);
    throw new SignInRefused(
      'unreachable',
      `The provider at ${settings.metadataUrl} does not answer: ${why}`,
      error,
    );
  }
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const hasGroups = configuration.serverMetadata().scopes_supported?.includes('groups');
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: `openid email profile${hasGroups ? ' groups' : ''}`,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url: url.href, attempt: { configuration, settings, redirectUri, state, nonce, verifier } };
}

/**
 * Exchanges the code and checks state, issuer, audience, signature, times and nonce.
 * @param query of the callback address
 * @throws SignInRefused
 */
export async function finishOidc(attempt: OidcAttempt, query: string): Promise<Identity> {
  const { configuration, settings, redirectUri, state, nonce, verifier } = attempt;
  try {
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new Error('The provider sent no ID token');
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : {};
    return {
      ...readIdentity(joinClaims(more, idToken), idToken.iss, idToken.sub, settings),
      atProvider: {
        protocol: 'oidc',
        issuer: idToken.iss,
        subject: idToken.sub,
        sid: typeof idToken.sid === 'string' ? idToken.sid : '',
        idToken: tokens.id_token ?? '',
        clientId: settings.clientId,
        logoutUrl: readLogoutUrl(configuration.serverMetadata()),
      },
    };
  } catch (error) {
    const why = describeCauses(error);
    if (error instanceof client.AuthorizationResponseError) {
      throw new SignInRefused('declined', `The provider answered ${error.error}`, error);
    }
    throw new SignInRefused('untrusted', `The provider's answer was refused: ${why}`, error);
  }
}

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

export type CertifiedProvider = {
  readonly issuer: string;
  account: string;
  isVerified: boolean;
  /** Whether it asks for the password (`PASSWORD`). */
  asksPassword: boolean;
  stop(): Promise<void>;
};

export const PASSWORD = 'open-sesame';
const PASSWORD_PAGE = `<!doctype html><title>Example ID</title><form method="post">
<label>Password of Example ID <input name="password" type="password" autofocus></label><button>Go on</button></form>`;

/**
 * @param redirectUri of the client `penstock` with the secret `hush`
 * @param signedOutUri where logouts return to; nowhere when omitted
 */
export async function startCertifiedProvider(
  redirectUri: string,
  signedOutUri?: string,
): Promise<CertifiedProvider> {
  const server = createServer(async (request, response) => {
    // Browsers with a window ask each page for it.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    if (running.asksPassword && (await text(request)) !== `password=${PASSWORD}`)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(PASSWORD_PAGE);
    const login = { accountId: running.account };
    provider.interactionFinished(request, response, { login }).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const running: CertifiedProvider = {
    issuer: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    account: 'ada',
    isVerified: true,
    asksPassword: false,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const provider: Provider = new Provider(running.issuer, {
    clients: [
      {
        client_id: 'penstock',
        client_secret: 'hush',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: signedOutUri === undefined ? [] : [signedOutUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: async (_, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: running.isVerified,
        name: id,
        groups: ['ops'],
      }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return running;
}

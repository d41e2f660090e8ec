import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** A certified provider, run as it is; whoever `account` names signs in there without being asked. */
export type CertifiedProvider = {
  readonly issuer: string;
  account: string;
  isVerified: boolean;
  stop(): Promise<void>;
};

/** @param redirectUri where it may send browsers back to, of the client `penstock` with the secret `hush` */
export async function startCertifiedProvider(redirectUri: string): Promise<CertifiedProvider> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const login = { accountId: running.account };
    provider.interactionFinished(request, response, { login }).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const running: CertifiedProvider = {
    issuer: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    account: 'ada',
    isVerified: true,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const provider: Provider = new Provider(running.issuer, {
    clients: [{ client_id: 'penstock', client_secret: 'hush', redirect_uris: [redirectUri] }],
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

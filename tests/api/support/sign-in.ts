import type { SsoPatch } from '../../../src/contract/entities/sso.ts';
import { type Answer, type CallParts, type TestService, toRequest } from './service.ts';

export const HOST = '127.0.0.1:4600';
export const ORIGIN = `http://${HOST}`;

export async function createSsoSettings(
  api: TestService,
  changes: Partial<SsoPatch> = {},
): Promise<SsoPatch> {
  // Test providers run on this machine, which an administrator must allow; files share this module.
  process.env.PENSTOCK_ALLOW_TARGETS ??= '127.0.0.1';
  const { sso } = (await api.call('getSso')).body;
  const { hasFallback, fixed, inForce, redirectUri, acsUrl, entityId, logout, revision, ...fields } = sso;
  return { ...fields, name: 'Example ID', ...changes };
}

/** Returns the session's id. */
export async function createSession(api: TestService): Promise<string> {
  const { sessions, store } = api.service.services;
  const user = (await store.users.list()).find((row) => row.user_type === 'LOCAL');
  if (!user) throw new Error('there is no local user');
  await store.transaction((tx) =>
    sessions.begin(tx, user, 'fallback', new Request(ORIGIN, { headers: { 'user-agent': 'Browser' } })),
  );
  const [session] = await store.sessions.ofUser(user.id);
  return session?.id ?? '';
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #api: TestService;
  constructor(api: TestService) {
    this.#api = api;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (!headers.has('host')) headers.set('host', HOST);
    if (this.cookies.size > 0) headers.set('cookie', this.cookie);
    const answer = await this.#api.request(path, { ...init, headers });
    this.#keep(answer.headers);
    return answer;
  }

  call(id: Parameters<TestService['call']>[0], parts: CallParts = {}): Promise<Answer> {
    const { path, init } = toRequest(id, {
      ...parts,
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...parts.headers },
    });
    return this.request(path, init);
  }

  static place = (answer: Answer): string => answer.headers.get('location') ?? '';
}

/** The given browser stays signed in. */
export async function switchSsoOn(
  api: TestService,
  settings: Partial<SsoPatch>,
): Promise<{ code: string; admin: Browser }> {
  const admin = new Browser(api);
  const { code } = (await admin.call('createFallbackCode', { body: {} })).body;
  const sso = await createSsoSettings(api, {
    enabled: true,
    clientId: 'penstock',
    clientSecret: 'hush',
    ...settings,
  });
  const answer = await admin.call('updateSso', { body: { sso } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { code, admin };
}

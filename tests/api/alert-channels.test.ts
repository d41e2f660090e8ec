import { createHmac } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAuthority, makeCertificate } from '../harness/certificate.ts';
import {
  type HttpReceiver,
  type Reply,
  startHttpReceiver,
  startMailServer,
} from './support/alert-receivers.ts';
import { RULE } from './support/alert-rows.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let receiver: HttpReceiver;
beforeEach(async () => {
  api = await startService();
  receiver = await startHttpReceiver();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.stop();
  await receiver.stop();
});

const create = (type: string, config: object, name = 'ops') =>
  api.call('createAlertChannel', { body: { alertChannel: { name, type, config } } });
const update = (alertChannel: object) => api.call('updateAlertChannel', { body: { alertChannel } });
const list = async () => (await api.call('listAlertChannels')).body.alertChannels;
const tryOut = async (type: string, config: object, more: object = {}) =>
  (await api.call('testAlertChannel', { body: { alertChannel: { name: 'ops', type, config, ...more } } }))
    .body;

describe('channels [R2.1-33, R2.1-34, R3-80]', () => {
  test('are created, changed and deleted; secrets are written only', async () => {
    const config = { url: receiver.url, auth: 'bearer', token: 'very-secret-token' };
    const { id } = (await create('WEBHOOK', config)).body;
    const [made] = await list();
    expect(made).toMatchObject({
      name: 'ops',
      type: 'WEBHOOK',
      enabled: true,
      ruleCount: 0,
      isFailing: false,
    });
    expect(made.config).toMatchObject({ url: receiver.url, token: { set: true } });
    const changed = await update({ id, name: 'night', enabled: false, config: made.config });
    expect(changed.body.alertChannel).toMatchObject({ name: 'night', enabled: false, revision: 2 });
    const { body } = await api.call('listAuditRecords', {});
    expect(JSON.stringify(body)).not.toContain('very-secret-token');
    expect(body.auditRecords.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['Change alert channel', 'Create alert channel']),
    );
    const [row] = await api.store.alertChannels.list();
    expect(row?.config).not.toContain('very-secret-token');
    expect((await api.call('deleteAlertChannel', { path: { alertChannelId: id } })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('a kept secret is asked for again when the address changes', async () => {
    const config = { url: receiver.url, auth: 'bearer', token: 'very-secret-token' };
    const { id } = (await create('WEBHOOK', config)).body;
    const moved = { url: 'https://elsewhere.example.com', auth: 'bearer', token: { set: true } };
    const refused = await update({ id, config: moved });
    expect(refused.body.details).toMatchObject([
      { field: 'alertChannel.config.token', rule: 'secret_bound' },
    ]);
    const tested = await tryOut('WEBHOOK', moved, { id });
    expect(tested.details).toMatchObject([{ field: 'alertChannel.config.token', rule: 'secret_bound' }]);
    expect((await tryOut('WEBHOOK', { ...config, token: { set: true } }, { id })).result.isAccepted).toBe(
      true,
    );
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer very-secret-token');
  });

  test('one that rules send to is not deleted; a name is taken once', async () => {
    const { id } = (await create('CHANNEL_DEFAULT', {})).body;
    const alertRule = { ...RULE, siteId: api.siteId, channelIds: [id] };
    await api.call('createAlertRule', { body: { alertRule } });
    expect((await list())[0].ruleCount).toBe(1);
    const refused = await api.call('deleteAlertChannel', { path: { alertChannelId: id } });
    expect([refused.body.code, refused.body.message]).toEqual([
      'IN_USE',
      "The channel 'ops' is used by the rules 'Many errors'; take it out of them first",
    ]);
    expect((await create('CHANNEL_DEFAULT', {}, 'OPS')).body.code).toBe('NAME_TAKEN');
  });

  test('what cannot work is refused, each with its field and reason', async () => {
    const wrong: [string, object, string, string][] = [
      ['WEBHOOK', { url: 'ftp://example.com' }, 'url', 'must be a full address'],
      ['WEBHOOK', { url: 'http://169.254.169.254/latest' }, 'url', 'may not lead to 169.254.169.254'],
      ['SLACK', { url: 'http://[::ffff:169.254.169.254]/' }, 'url', 'may not lead to'],
      ['MSTEAMS', {}, 'url', 'Webhook URL is required'],
      ['WEBHOOK', { url: 'https://u:p@example.com' }, 'url', 'must hold no password'],
      [
        'WEBHOOK',
        { url: 'https://example.com', headers: { 'X-Api-Key': 'x' } },
        'headers.X-Api-Key',
        'plain text',
      ],
      ['WEBHOOK', { url: 'https://example.com', auth: 'basic' }, 'username', 'is required'],
      ['WEBHOOK', { url: 'https://example.com', body: 'template' }, 'template', 'is required'],
      [
        'WEBHOOK',
        { url: 'https://example.com', body: 'template', template: '{"a": {{title}}}' },
        'template',
        'must be JSON once it is filled in',
      ],
      [
        'WEBHOOK',
        { url: 'https://example.com', body: 'template', template: '{"a": "{{nonsense}}"}' },
        'template',
        'has {{nonsense}}, which is not a placeholder',
      ],
      ['EMAIL', { to: [], from: 'a@b.c', host: 'h' }, 'to', 'at least 1 entry'],
      [
        'EMAIL',
        { to: Array.from({ length: 10_000 }, (_, at) => `a${at}@b.c`), from: 'a@b.c', host: 'h' },
        'to',
        'at most 50',
      ],
      ['EMAIL', { to: ['a@b.c\r\nRCPT TO:<evil@x>'], from: 'a@b.c', host: 'h' }, 'to.0', 'e-mail address'],
      ['EMAIL', { to: ['a@b.c'], from: 'a@b.c', host: '169.254.1.1' }, 'host', 'may not lead to'],
      [
        'EMAIL',
        { to: ['a@b.c'], from: 'a@b.c', host: 'h', username: 'u', password: 'p', security: 'none' },
        'security',
        'must not be None with a password',
      ],
      ['OPSGENIE', { apiKey: 'k', region: 'own' }, 'url', 'is required'],
      ['PAGERDUTY', { region: 'us' }, 'routingKey', 'Integration key is required'],
    ];
    for (const [type, config, field, message] of wrong) {
      const { status, body } = await create(type, config);
      expect(status).toBe(400);
      const found = body.details.find(
        (one: { field: string }) => one.field === `alertChannel.config.${field}`,
      );
      expect(found?.message).toContain(message);
    }
    expect(await list()).toEqual([]);
  });

  test('Opsgenie takes its events also as Jira Service Management', async () => {
    expect((await create('OPSGENIE', { apiKey: 'k', region: 'jira' })).status).toBe(200);
    expect(await list()).toMatchObject([{ address: 'api.atlassian.com' }]);
  });

  test('with sign-in, addresses of private networks are refused', async () => {
    vi.stubEnv('PENSTOCK_AUTH', 'oidc');
    expect((await create('WEBHOOK', { url: receiver.url })).status).toBe(400);
    const { result } = await tryOut('WEBHOOK', { url: receiver.url.replace('127.0.0.1', 'localhost') });
    expect(result).toMatchObject({ isAccepted: false });
    expect(result.problem).toContain('PENSTOCK_ALLOW_TARGETS');
    expect(receiver.received).toEqual([]);
  });
});

describe('a test message', () => {
  test('webhook: signed JSON, by method, headers and user', async () => {
    const config = {
      url: `${receiver.url}/hook`,
      method: 'PUT',
      auth: 'basic',
      username: 'me',
      password: 'secret',
      signingSecret: 'signing-secret',
      headers: { 'X-Team': 'night' },
    };
    const { result } = await tryOut('WEBHOOK', config);
    expect(result).toMatchObject({ isAccepted: true, problem: '', advice: '' });
    const [got] = receiver.received;
    expect(got).toMatchObject({ method: 'PUT', path: '/hook' });
    expect(got?.json).toMatchObject({ version: 1, event: 'test', severity: 'LOW' });
    expect(got?.headers).toMatchObject({
      'x-team': 'night',
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      'idempotency-key': got?.json.id,
    });
    const stamp = got?.headers['x-penstock-timestamp'];
    const expected = createHmac('sha256', 'signing-secret').update(`${stamp}.${got?.text}`).digest('hex');
    expect(got?.headers['x-penstock-signature']).toBe(`v1=${expected}`);
  });

  test('webhook: a template is filled in, hostile names stay text', async () => {
    const template = '{"summary": "{{title}}", "n": 1}';
    const body = {
      name: 'a "quote"\\',
      type: 'WEBHOOK',
      config: { url: receiver.url, body: 'template', template },
    };
    await api.call('testAlertChannel', { body: { alertChannel: body } });
    expect(receiver.received[0]?.json).toEqual({
      summary: `[Test] This is a test of the channel 'a "quote"\\'`,
      n: 1,
    });
  });

  test('is refused: says what happened and what to do, and follows nowhere', async () => {
    const refusals: [Reply, string, string][] = [
      [{ status: 401, text: 'bad token hidden-token' }, '401: bad token …', 'Correct the key'],
      [{ status: 404 }, 'answered 404', 'Correct the address'],
      [
        { status: 302, headers: { location: 'http://169.254.169.254/' } },
        'answered 302',
        'Enter the new address',
      ],
      [{ status: 429 }, 'answered 429', 'it is sent later'],
      [{ status: 503 }, 'answered 503', 'it is retried'],
    ];
    const config = { url: receiver.url, auth: 'bearer', token: 'hidden-token' };
    for (const [reply, problem, advice] of refusals) {
      receiver.answer(reply);
      const { result } = await tryOut('WEBHOOK', config);
      expect(result.problem).toContain(problem);
      expect(result.advice).toContain(advice);
    }
    expect(receiver.received).toHaveLength(refusals.length);
  });

  test('receivers that repeat what they got tell no secret, however it is written', async () => {
    const basic = Buffer.from('me:hidden-word').toString('base64');
    const echoes: [string, object, string][] = [
      ['WEBHOOK', { url: receiver.url, auth: 'basic', username: 'me', password: 'hidden-word' }, basic],
      ['WEBHOOK', { url: receiver.url, auth: 'bearer', token: 'a"hidden' }, 'a\\"hidden'],
      ['SLACK', { url: `${receiver.url}/services/T0?key=hidden` }, '?key=hidden'],
    ];
    for (const [type, config, text] of echoes) {
      receiver.answer({ status: 403, text: `got ${text}` });
      expect((await tryOut(type, config)).result.problem).toMatch(/answered 403: got …$/);
    }
  });

  test('nothing listens: says so', async () => {
    await receiver.stop();
    const { result } = await tryOut('WEBHOOK', { url: receiver.url });
    expect(result.problem).toContain('refused the connection');
    receiver = await startHttpReceiver();
  });

  test('Slack and Teams: their payloads, and no address in the answer', async () => {
    receiver.answer({ status: 403, text: 'invalid_token /services/T0/B0/XYZ' });
    const { result } = await tryOut('SLACK', { url: `${receiver.url}/services/T0/B0/XYZ` });
    expect(result.problem).not.toContain('XYZ');
    await tryOut('MSTEAMS', { url: `${receiver.url}/workflows/abc?sig=1` });
    const [slack, teams] = receiver.received;
    expect(slack?.json.text).toBe("[Test] This is a test of the channel 'ops'");
    expect(slack?.json.attachments[0].blocks[0].text.type).toBe('mrkdwn');
    expect(teams?.json.attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4' },
    });
  });
});

describe('mail', () => {
  const base = (port: number) => ({
    to: ['ops@example.com', 'night@example.com'],
    from: 'penstock@example.com',
    host: '127.0.0.1',
    port,
  });

  test('in the clear, without login', async () => {
    const server = await startMailServer();
    const { result } = await tryOut('EMAIL', { ...base(server.port), security: 'none' });
    expect(result.isAccepted).toBe(true);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: 'penstock@example.com',
      to: ['ops@example.com', 'night@example.com'],
      isSecure: false,
    });
    expect(mail?.text).toContain("Subject: [Test] This is a test of the channel 'ops'");
    expect(mail?.text).toContain('Auto-Submitted: auto-generated');
    await server.stop();
  });

  test('STARTTLS is required: nothing is sent in the clear', async () => {
    const server = await startMailServer();
    const login = { username: 'me', password: 'right' };
    const { result } = await tryOut('EMAIL', { ...base(server.port), ...login });
    expect(result.isAccepted).toBe(false);
    expect(result.problem).toContain('has no secure connection');
    expect(server.mails).toEqual([]);
    await server.stop();
  });

  test('a certificate that is not trusted is refused, over STARTTLS and TLS', async () => {
    const { cert, key } = makeCertificate(makeAuthority('own'), ['127.0.0.1']);
    for (const secure of [false, true]) {
      const server = await startMailServer({ cert, key, secure });
      const { result } = await tryOut('EMAIL', {
        ...base(server.port),
        security: secure ? 'tls' : 'starttls',
      });
      expect(result.isAccepted).toBe(false);
      expect(result.problem).toMatch(/certificate|secure connection/);
      expect(server.mails).toEqual([]);
      await server.stop();
    }
  });

  test('over STARTTLS and TLS, with a login; a wrong password is said', async () => {
    const authority = makeAuthority('trusted');
    const { cert, key } = makeCertificate(authority, ['127.0.0.1', 'localhost']);
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority.cert]);
    for (const secure of [false, true]) {
      const server = await startMailServer({ cert, key, secure });
      const config = {
        ...base(server.port),
        host: 'localhost',
        security: secure ? 'tls' : 'starttls',
        username: 'me',
        password: 'right',
      };
      expect((await tryOut('EMAIL', config)).result).toMatchObject({ isAccepted: true, problem: '' });
      expect(server.mails).toMatchObject([{ user: 'me', isSecure: true }]);
      const { result } = await tryOut('EMAIL', { ...config, password: 'wrong' });
      expect([result.isAccepted, result.problem]).toEqual([
        false,
        expect.stringContaining('refused the login'),
      ]);
      expect(result.problem).not.toContain(config.password);
      await server.stop();
    }
    setDefaultCACertificates(before);
  });

  test('recipients that are refused are named; all of them refused is for good', async () => {
    const server = await startMailServer();
    const config = { ...base(server.port), security: 'none', to: ['ops@example.com', 'nobody@example.com'] };
    const one = (await tryOut('EMAIL', config)).result;
    expect([one.isAccepted, one.problem]).toEqual([true, 'The mail server refused nobody@example.com']);
    const none = (await tryOut('EMAIL', { ...config, to: ['nobody@example.com'] })).result;
    expect(none.problem).toContain('refused sender or recipients');
    await server.stop();
  });
});

describe('who may [R3-80]', () => {
  test('where channels lead is shown to administrators alone', async () => {
    await create('WEBHOOK', { url: 'https://hooks.example.com/x' });
    const viewer = await startService({
      store: api.store,
      authenticate: async () => ({
        user: {
          ...(await api.service.services.authenticator.authenticate(new Request('http://x')))!.user,
          roleIds: [],
        } as never,
        grants: [{ resource: 'PIPELINES', types: ['READ'], extra: [] }],
        isAdministrator: false,
      }),
    });
    const { body } = await viewer.call('listAlertChannels');
    expect(Object.keys(body.alertChannels[0])).not.toEqual(expect.arrayContaining(['config']));
    expect(JSON.stringify(body)).not.toContain('hooks.example.com');
    for (const [id, parts] of [
      ['createAlertChannel', { body: { alertChannel: { name: 'x', type: 'CHANNEL_DEFAULT', config: {} } } }],
      ['testAlertChannel', { body: { alertChannel: { type: 'CHANNEL_DEFAULT', config: {} } } }],
    ] as const)
      expect((await viewer.call(id, parts)).status, id).toBe(403);
    await viewer.stop();
  });
});

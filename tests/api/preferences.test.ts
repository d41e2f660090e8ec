import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../src/contract/entities/user.ts';
import { startService, type TestService } from './support/service.ts';

const createPerson = (id: string): User => ({
  id,
  name: id,
  email: `${id}@example.org`,
  picture: '',
  userType: 'SSO',
  roles: [],
});
let who = createPerson('500000000000000001');
let api: TestService;
beforeEach(async () => {
  who = createPerson('500000000000000001');
  api = await startService({ authenticate: async () => ({ user: who, grants: [] }) });
});
afterEach(() => api.stop());

const step = { commandId: 'pipeline.pause', args: { pipeline: '300000000000000001' } };
const createMacro = (id: string, name = id) => ({ id, name, steps: [step] });
const put = (preferences: object, ifMatch = '*') =>
  api.call('updatePreferences', { body: { preferences }, headers: { 'if-match': ifMatch } });

describe('preferences of a user', () => {
  test('begin with all keys on, nothing remapped, no macro, at revision 0', async () => {
    const answer = await api.call('getPreferences');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.body.preferences).toEqual({
      revision: 0,
      characterKeys: true,
      keyBindings: {},
      macros: [],
    });
  });

  test('each field given replaces the stored one, the others stay', async () => {
    const keyBindings = { 'pipeline.deploy': ['mod+enter', 'g x'], 'view.reload': [] };
    expect((await put({ keyBindings }, '"0"')).body.preferences.revision).toBe(1);
    const second = await put({ characterKeys: false, macros: [createMacro('a')] }, '"1"');
    expect(second.headers.get('etag')).toBe('"2"');
    expect((await api.call('getPreferences')).body.preferences).toEqual({
      revision: 2,
      characterKeys: false,
      keyBindings,
      macros: [createMacro('a')],
    });
  });

  test('a stale write is refused with what is stored, and changes nothing', async () => {
    await put({ characterKeys: false }, '"0"');
    const stale = await put({ characterKeys: true }, '"0"');
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'STALE_VERSION', current: { revision: 1, characterKeys: false } },
    });
    expect((await put({ characterKeys: true }, '')).status).toBe(428);
    expect((await api.call('getPreferences')).body.preferences.characterKeys).toBe(false);
  });

  test('views of Log Search are kept, replaced and cleared as a list', async () => {
    const view = {
      id: 'v-1',
      name: 'Refused logins',
      siteId: '400000000000000001',
      query: 'level:error "login refused"',
      sourceId: '200000000000000001',
      columns: ['user.name'],
    };
    const { sourceId: _, ...other } = { ...view, id: 'v-2', name: 'All archives' };
    expect((await put({ logViews: [view, other] })).body.preferences.logViews).toEqual([view, other]);
    await put({ characterKeys: false });
    expect((await api.call('getPreferences')).body.preferences.logViews).toEqual([view, other]);
    expect(await put({ logViews: [view, { ...other, name: 'refused LOGINS' }] })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'Two views of a site have the same name' }] },
    });
    expect((await put({ logViews: [] })).body.preferences).not.toHaveProperty('logViews');
  });

  test('belong to one person alone', async () => {
    await put({ macros: [createMacro('mine')] });
    who = createPerson('500000000000000002');
    expect((await api.call('getPreferences')).body.preferences.macros).toEqual([]);
    await put({ characterKeys: false });
    who = createPerson('500000000000000001');
    expect((await api.call('getPreferences')).body.preferences).toMatchObject({
      revision: 1,
      characterKeys: true,
    });
  });

  const many = (count: number, make: (index: number) => [string, unknown]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
  test.each<[string, object, string, string]>([
    [
      'keys with a capital',
      { keyBindings: { 'a.b': ['Shift+D'] } },
      'keyBindings.a.b.0',
      'keys in lower case',
    ],
    ['keys of four', { keyBindings: { 'a.b': ['a b c d'] } }, 'keyBindings.a.b.0', 'one to 3 keys'],
    ['modifiers out of order', { keyBindings: { 'a.b': ['shift+mod+z'] } }, 'keyBindings.a.b.0', 'keys'],
    ['an empty key', { keyBindings: { 'a.b': [''] } }, 'keyBindings.a.b.0', 'keys'],
    [
      'a command with six keys',
      { keyBindings: { 'a.b': ['1', '2', '3', '4', '5', '6'] } },
      'keyBindings.a.b',
      '5',
    ],
    ['an id that is none', { keyBindings: { '1 2': ['a'] } }, 'keyBindings.1 2', ''],
    [
      '501 commands',
      { keyBindings: many(501, (n) => [`a.${n}x`, ['a']]) },
      'preferences.keyBindings',
      'At most 500',
    ],
    [
      'a macro without a name',
      { macros: [createMacro('a', '  ')] },
      'macros.0.name',
      'Macro name is required',
    ],
    ['a name of 61', { macros: [createMacro('a', 'x'.repeat(61))] }, 'macros.0.name', 'at most 60'],
    [
      'a name twice',
      { macros: [createMacro('a', 'Same'), createMacro('b', 'same ')] },
      'macros',
      'the same name',
    ],
    ['an id twice', { macros: [createMacro('a', 'x'), createMacro('a', 'y')] }, 'macros', 'the same id'],
    ['no step', { macros: [{ ...createMacro('a'), steps: [] }] }, 'macros.0.steps', 'at least one step'],
    [
      '201 steps',
      { macros: [{ ...createMacro('a'), steps: Array(201).fill(step) }] },
      'macros.0.steps',
      'at most 200',
    ],
    [
      '101 macros',
      { macros: Array.from({ length: 101 }, (_, n) => createMacro(`m${n}`)) },
      'macros',
      'At most 100',
    ],
    [
      'an argument that is no text',
      { macros: [{ ...createMacro('a'), steps: [{ commandId: 'a.b', args: { x: 1 } }] }] },
      'macros.0.steps.0.args.x',
      '',
    ],
    ['an unknown field', { theme: 'dark' }, 'preferences.theme', "'theme' is not a field"],
  ])('%s is refused by field and rule, and nothing is stored', async (_, patch, field, message) => {
    const answer = await put(patch);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const [detail] = answer.body.details;
    expect(detail.field).toContain(field);
    expect(detail.message).toContain(message);
    expect((await api.call('getPreferences')).body.preferences.revision).toBe(0);
  });
});

test('tour: once begun it stays so, for that person alone [R6-23]', async () => {
  const mine = async () => (await api.call('getPreferences')).body.preferences;
  expect((await put({ isTourSeen: true }, '"0"')).body.preferences.isTourSeen).toBe(true);
  await put({ characterKeys: false }, '"1"');
  expect(await mine()).toMatchObject({ isTourSeen: true, characterKeys: false });
  expect((await put({ isTourSeen: false }, '"2"')).status).toBe(400);
  who = createPerson('500000000000000002');
  expect(await mine()).not.toHaveProperty('isTourSeen');
});

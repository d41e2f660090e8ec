import { expect, test } from 'vitest';
import { giveKeysToAda, makeKey, makeRole, makeSite } from './support/access.ts';
import { signInOfFile } from './support/sign-in-world.ts';

const world = signInOfFile();
const READ_PIPELINES = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
const READ_SOURCES = [{ resourceType: 'SOURCES', accessTypes: ['READ'], extraGrants: [] }];

test('/metrics is open to everyone on this machine while sign-in is off', async () => {
  expect((await world.api.request('/metrics')).status).toBe(200);
});

test('/metrics needs a key that reads pipelines of all sites with sign-in on', async () => {
  const { api } = world;
  const second = await makeSite(api);
  const keyOf = async (name: string, grants: object[], siteIds: string[] = []) =>
    (await makeKey(api, { name, roleId: await makeRole(api, { name, grants, siteIds }) })).headers;
  const reader = await keyOf('Prometheus', READ_PIPELINES);
  const others = [
    await keyOf('Sources', READ_SOURCES),
    await keyOf('One site', READ_PIPELINES, [second]),
    { authorization: 'Bearer wrong' },
    undefined,
  ];
  await giveKeysToAda(api);
  const { admin } = await world.on();
  const statusOf = async (headers?: Record<string, string>) => {
    const { status, body } = await api.request('/metrics', headers ? { headers } : {});
    expect(JSON.stringify(body).includes('penstock_engine'), JSON.stringify(headers)).toBe(status === 200);
    return status;
  };
  expect(await Promise.all(others.map(statusOf))).toEqual([403, 403, 401, 401]);
  expect(await statusOf(reader)).toBe(200);
  expect((await admin.request('/metrics')).status).toBe(200);
});

test('/readyz names no cause of a database that does not answer', async () => {
  const { store } = world.api.service.services;
  const { ping } = store;
  store.ping = () => Promise.reject(new Error('connect ECONNREFUSED db.internal:5432 as penstock'));
  const { status, body } = await world.api.request('/readyz');
  store.ping = ping;
  expect([status, body.store]).toEqual([503, 'does not answer']);
});

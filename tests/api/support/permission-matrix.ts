import type { ResourceAccess } from '../../../src/contract/calls/define.ts';
import { type CallId, callDefinition } from '../../../src/contract/calls/index.ts';
import {
  ACCESS_TYPES,
  type AccessType,
  type ExtraGrant,
  type ResourceType,
} from '../../../src/contract/enums.ts';
import { authenticateKey } from '../../../src/service/auth/api-keys.ts';
import type { Grant, Principal } from '../../../src/service/auth/permissions.ts';
import { serializeRoles } from '../../../src/service/auth/users.ts';
import { createRandom } from '../../harness/random.ts';
import { makeKey, makeRole, makeSite } from './access.ts';
import { type Canary, type CanaryWorld, makeCanaryWorld, makeRemoteCanaries } from './canaries.ts';
import { type Answer, type CallParts, startService, type TestOptions, type TestService } from './service.ts';
import { buildCallParts, NAME_NO_SITE } from './two-sites.ts';
import { uploadForm } from './upload.ts';

const ADMIN: Principal = {
  user: {
    id: '500000000000000001',
    name: 'Root',
    email: 'root@example.org',
    picture: '',
    userType: 'SSO',
    roles: [{ id: 'admin', type: 'SYSTEM', name: 'Admin' }],
  },
  grants: [],
};

let api: TestService;
let worlds: CanaryWorld[];
const people = new Map<string, Principal>();

/** A person by a header, a key by its own, and else the administrator who makes the worlds. */
export const authenticate = async (request: Request): Promise<Principal | undefined> => {
  const header = request.headers.get('authorization');
  const { clock } = api.service.services;
  if (header) return authenticateKey({ store: api.store, clock, isSignInOn: false }, header);
  return people.get(request.headers.get('x-person') ?? '') ?? ADMIN;
};

/** A service with two sites, a canary in every text of each. */
export async function startTwoSites(
  options: TestOptions = {},
): Promise<{ api: TestService; worlds: CanaryWorld[] }> {
  api = await startService({
    authenticate,
    callsPerMinute: 0,
    flags: ['gitOps', 'aiRecommendations', 'formAssistantTransform'],
    ...options,
  });
  const second = await makeSite(api);
  worlds = [await makeCanaryWorld(api, api.siteId, 'A'), await makeCanaryWorld(api, second, 'B')];
  const remote = await makeSite(api, '400000000000000003', 'remote');
  worlds[0]?.canaries.push(...(await makeRemoteCanaries(api, remote)));
  return { api, worlds };
}

const LEVELS: AccessType[][] = [
  [],
  ['WRITE'],
  ['WRITE', 'DELETE'],
  ['READ'],
  ['READ', 'WRITE'],
  ['READ', 'WRITE', 'DELETE'],
];
const EXTRAS: ExtraGrant[][] = [[], ['DEPLOY'], ['LIVE_CAPTURE'], ['DEPLOY', 'LIVE_CAPTURE']];
const RESOURCES = ['SOURCES', 'SINKS', 'PIPELINES', 'SITES', 'HYDRATIONS'] as const;

export type Role = {
  grants: { resourceType: ResourceType; accessTypes: AccessType[]; extraGrants: ExtraGrant[] }[];
  siteIds: string[];
};

function drawRole(random: (below: number) => number): Role {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const [a, b] = worlds.map(({ siteId }) => siteId) as [string, string];
  return {
    grants: RESOURCES.map((resourceType) => ({
      resourceType,
      accessTypes: pick(LEVELS),
      extraGrants: resourceType === 'PIPELINES' ? pick(EXTRAS) : [],
    })),
    siteIds: pick([[], [a], [b]]),
  };
}

/** What is held on each site: the oracle, which knows roles and sites alone. */
type Holds = (
  need: { resource: ResourceType; type?: AccessType; extra?: ExtraGrant },
  siteId: string,
) => boolean;

const createHolds =
  (roles: readonly Role[]): Holds =>
  ({ resource, type, extra }, siteId) => {
    const here = roles
      .filter(({ siteIds }) => siteIds.length === 0 || siteIds.includes(siteId))
      .flatMap(({ grants }) => grants.filter(({ resourceType }) => resourceType === resource));
    return (
      (type === undefined || here.some(({ accessTypes }) => accessTypes.includes(type))) &&
      (extra === undefined || here.some(({ extraGrants }) => extraGrants.includes(extra)))
    );
  };

const combineHolds =
  (one: Holds, other: Holds): Holds =>
  (need, siteId) => {
    const { resource, type, extra } = need;
    // A key and its owner may have the type and the extra grant from different roles.
    const parts = [
      ...(type === undefined ? [] : [{ resource, type }]),
      ...(extra === undefined ? [] : [{ resource, extra }]),
    ];
    return parts.every((part) => one(part, siteId) && other(part, siteId));
  };

export type Caller = { name: string; holds: Holds; isKey: boolean; headers: Record<string, string> };
type Verdict = 'allowed' | 403 | 404;

type Need = { resource: ResourceType; type: AccessType; extra?: ExtraGrant };

export const needsOf = ({ resource, type, grant, also = [] }: ResourceAccess): Need[] => [
  { resource, type, ...(grant ? { extra: grant } : {}) },
  ...also.map((one) => ({ resource: one.resource, type: one.type })),
];

/** What the parts of a body need besides the call. */
export const ALSO: Partial<Record<CallId, ResourceType[]>> = {
  importPipelines: ['SOURCES', 'SINKS'],
  putPipelineDefinition: ['SOURCES', 'SINKS'],
};

/** Whoever may change a thing is shown what it is when a change is refused. */
const canSee = (holds: Holds, resource: ResourceType, siteId: string): boolean =>
  ACCESS_TYPES.some((type) => holds({ resource, type }, siteId));

/** Of no role that names its sites. */
const NO_SITE = '499999999999999999';

/** The one rule for the answer of every call. */
export function judge({ holds, isKey }: Caller, id: CallId, siteId: string): Verdict {
  const { access, forPeople } = callDefinition(id);
  if (isKey && forPeople) return 403;
  if (access.kind === 'admin') return 403;
  if (access.kind !== 'resource') return 'allowed';
  const all = (site: string) => needsOf(access).every((need) => holds(need, site));
  const sites = worlds.map((world) => world.siteId);
  if (!sites.some(all)) return 403;
  if (NAME_NO_SITE.includes(id)) return id === 'listSites' || all(NO_SITE) ? 'allowed' : 403;
  if (all(siteId)) {
    const rest = (ALSO[id] ?? []).every((resource) => canSee(holds, resource, siteId));
    return rest ? 'allowed' : 403;
  }
  return holds({ resource: access.resource, type: 'READ' }, siteId) ? 403 : 404;
}

/** Bodies that are refused for another reason, or change nothing, when the caller is let through. */
const HARMLESS: Partial<Record<CallId, (world: CanaryWorld, definition: string) => object>> = {
  createPipeline: ({ siteId, name }) => ({ pipeline: { name: `canary${name}Pipeline`, siteId } }),
  createSource: ({ siteId, port }) => ({
    source: { name: 'taken', siteId, templateId: 'tcp', config: { port } },
  }),
  createSink: ({ siteId }) => ({ sink: { name: 'n', siteId, templateId: 'none', config: {} } }),
  createTransforms: ({ pipelineId }) => ({
    transforms: [{ name: 'Parse', templateId: 'none', config: {}, pipelineId }],
  }),
  createTransform: ({ pipelineId }) => ({
    transform: { name: 'Parse', templateId: 'none', config: {}, pipelineId },
  }),
  createSample: ({ pipelineId, name }) => ({
    sample: { pipelineId, name: `canary${name}Sample`, events: ['{}'] },
  }),
  testSource: ({ siteId, port }) => ({ source: { siteId, templateId: 'tcp', config: { port } } }),
  testSink: ({ siteId }) => ({ sink: { siteId, templateId: 'none', config: {} } }),
  runPipelineAction: ({ pipelineId }) => ({ pipelineId, action: 'CANCEL' }),
  runSampleTests: ({ pipelineId }) => ({ pipelineId, graphVersion: 99 }),
  startCapture: ({ pipelineId }) => ({ pipelineId, componentId: 'none', limit: 1, seconds: 1 }),
  previewPipeline: ({ siteId, pipelineId, edges }) => ({
    siteId,
    pipelineId,
    graph: { edges, metaInfo: {}, nodes: {} },
  }),
  editDeadLetter: () => ({ revision: 999, event: '{}' }),
  replayDeadLetters: () => ({ ids: ['1'], to: 'node' }),
  discardDeadLetters: () => ({ ids: ['1'] }),
  createFleet: ({ siteId, name }) => ({ fleet: { siteId, name: `canary${name}Fleet` } }),
  createConfiguration: ({ siteId, name }) => ({
    configuration: { siteId, name: `canary${name}Configuration`, content: '- x' },
  }),
  createSite: ({ name }) => ({
    site: { name: `canary${name}SiteName`, description: '', vendor: 'ON_PREMISE' },
  }),
  importPipelines: (_world, definition) => ({ definition }),
  readDefinition: (_world, definition) => ({ definition }),
  putPipelineDefinition: (_world, definition) => ({ definition }),
};

/** Nothing about them can be refused but the caller: where they are let through, they succeed. */
export const ONLY_SUCCEED: readonly CallId[] = [
  'createExamplePipeline',
  'deleteSample',
  'deleteHydration',
  'createAsset',
  'replaceAsset',
  'stopCapture',
  'deleteAgent',
];

/** What happened to the worlds is in it: errors, records of changes, figures. */
function lastHour(query: CallParts['query']): CallParts['query'] {
  const minute = Math.floor(Date.now() / 60_000) * 60;
  return {
    ...query,
    'timeRange.startUnixTimeSeconds': minute - 3600,
    'timeRange.endUnixTimeSeconds': minute + 60,
  };
}

const STALE = { 'if-match': '"999"' };

export async function send(
  id: CallId,
  world: CanaryWorld,
  definition: string,
  headers: Record<string, string>,
) {
  const { upload, method, path } = callDefinition(id);
  if (upload) {
    const fields = { name: 'a.txt', assetType: 'DATA', siteIds: [world.siteId], id: world.assetId };
    const { name, assetType, siteIds } = fields;
    const form = uploadForm(id === 'createAsset' ? { name, assetType, siteIds } : { id: fields.id }, 'x');
    return {
      sent: world.assetId,
      answer: await api.request(path, { method, headers: { ...STALE, ...headers }, body: form }),
    };
  }
  const parts: CallParts = buildCallParts(id, world, { headers: { ...STALE, ...headers } }) ?? {
    path: { siteId: world.siteId },
    headers,
  };
  const body = HARMLESS[id]?.(world, definition) ?? parts.body;
  const query = 'timeRange.startUnixTimeSeconds' in (parts.query ?? {}) ? lastHour(parts.query) : parts.query;
  const asked = /^(import|put)/.test(id) ? { ...query, dryRun: true } : (query ?? {});
  const answer = await api.call(id, { ...parts, query: asked, body: body ?? {} });
  return { sent: JSON.stringify([parts.path, asked, body]), answer };
}

const isUnscoped = ({ status, body }: Answer) =>
  status === 404 && JSON.stringify(body).includes('on the sites you can see');

export const toVerdict = (answer: Answer): Verdict =>
  answer.status === 403 ? 403 : isUnscoped(answer) ? 404 : 'allowed';

const isReadable = ({ holds }: Caller, { readableBy, siteId }: Canary): boolean =>
  readableBy.some(({ resource, extra }) =>
    extra ? holds({ resource, type: 'READ', extra }, siteId) : canSee(holds, resource, siteId),
  );

/** Hundreds of names begin like this, and most texts have none of them. */
const MARK = 'canary';
const isMarked = ({ text }: Canary) => text.startsWith(MARK);

/** Of the many canaries few are in a text: whether they may be read is asked of those alone. */
export function findLeaks(caller: Caller, text: string, sent: string): string[] {
  const lowered = text.toLowerCase();
  const hasMark = lowered.includes(MARK);
  return worlds
    .flatMap(({ canaries }) => canaries)
    .filter((canary) => hasMark || !isMarked(canary))
    .filter((canary) => lowered.includes(canary.text.toLowerCase()) && !sent.includes(canary.text))
    .filter((canary) => !isReadable(caller, canary))
    .map((canary) => canary.text);
}

export const listShown = (text: string): string[] =>
  text.includes(MARK)
    ? worlds
        .flatMap(({ canaries }) => canaries)
        .filter((canary) => isMarked(canary) && text.includes(canary.text))
        .map((canary) => canary.text)
    : [];

const toGrants = (roles: readonly Role[]): Grant[] =>
  roles.flatMap(({ grants, siteIds }) =>
    grants.map(({ resourceType, accessTypes, extraGrants }) => ({
      resource: resourceType,
      types: accessTypes,
      extra: extraGrants,
      ...(siteIds.length > 0 && { siteIds }),
    })),
  );

export function makePerson(name: string, roles: readonly Role[]): Caller {
  const id = `5100000000000${String(people.size).padStart(5, '0')}`;
  people.set(name, { user: { ...ADMIN.user, id, name, roles: [] }, grants: toGrants(roles) });
  return { name, holds: createHolds(roles), isKey: false, headers: { 'x-person': name } };
}

/** A key of one role, narrowed or not, that somebody with other roles made. */
async function makeKeyOf(
  name: string,
  roles: readonly Role[],
  own: Role,
  narrowed: string[],
): Promise<Caller> {
  const roleIds: string[] = [];
  for (const [index, role] of [own, ...roles].entries())
    roleIds.push(await makeRole(api, { name: `${name} ${index}`, ...role }));
  const [roleId = '', ...ofOwner] = roleIds;
  const user = { name, email: `${name}@example.org`, roleIds: ofOwner };
  const ownerId: string = (await api.call('createUser', { body: { user } })).body.id;
  const { id, headers } = await makeKey(api, { name, roleId, siteIds: narrowed });
  const row = await api.store.apiKeys.find(id);
  const owner = await api.store.users.find(ownerId);
  if (!row || !owner) throw new Error('the key is not stored');
  await api.store.users.update({ ...owner, roles: serializeRoles(ofOwner), status: 'ACTIVE' });
  await api.store.apiKeys.update({ ...row, created_by: ownerId });
  const ofKey = createHolds([own]);
  const holds: Holds = (need, siteId) =>
    (narrowed.length === 0 || narrowed.includes(siteId)) &&
    combineHolds(ofKey, createHolds(roles))(need, siteId);
  return { name, holds, isKey: true, headers };
}

export async function drawCallers(seed: number, count: number): Promise<Caller[]> {
  const random = createRandom(seed);
  const callers: Caller[] = [];
  for (let index = 0; index < count; index += 1) {
    const roles = Array.from({ length: 1 + random(3) }, () => drawRole(random));
    const narrowed = worlds.filter(() => random(4) === 0).map(({ siteId }) => siteId);
    const name = `caller${seed}-${index}`;
    callers.push(
      index % 2 === 0 ? makePerson(name, roles) : await makeKeyOf(name, roles, drawRole(random), narrowed),
    );
  }
  return callers;
}

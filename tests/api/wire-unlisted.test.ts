import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type CallId, callDefinition } from '../../src/contract/calls/index.ts';

type Row = [
  id: CallId,
  line: string,
  /** Field paths; a list has the name of its field alone. */
  shape: { query?: string; body?: string; answer?: string },
  /** Fields that we leave out or call otherwise (src/docs/requirements.md, R7-87). */
  decidedOtherwise?: string[],
];

const PAGE =
  'pagination.offset pagination.limit pagination.ordering.fieldName pagination.ordering.descending';
const SITE = 'site.name site.description site.vendor site.managedByGit site.gitProvider site.gitRepo';
const SITE_FORM = `${SITE} site.gitBranch site.gitRepoPath site.gitAccessToken`;
const TEMPLATE = ['id', 'name', 'version', 'category', 'configFormat.config_groups.name'];
const listTemplateFields = (list: string) => TEMPLATE.map((field) => `${list}.${field}`).join(' ');
const ROLE = 'role.name role.type role.grants.resourceType role.grants.accessTypes';
const SSO = 'sso.enabled sso.provider sso.domain sso.clientId sso.metadataUrl';
const API_KEY = ['id', 'name', 'prefix', 'createdAt', 'expiresAt', 'lastUsedAt'];
const ASSET = ['id', 'name', 'assetType', 'siteIds', 'sizeBytes', 'updatedAt'];
const listFields = (list: string, fields: string[]) =>
  `${fields.map((field) => `${list}.${field}`).join(' ')} pagination.totalCount`;

/** Appendix (b), part 2: calls that screens need and the specification does not list. */
const UNLISTED: Row[] = [
  ['createSite', 'POST /v1/site', { body: SITE_FORM, answer: 'id' }],
  // The key cannot be changed with the rest (section 5: the edit form omits it).
  ['updateSite', 'PATCH /v1/site', { body: `site.id ${SITE_FORM}` }, ['body.site.gitAccessToken']],
  ['getSite', 'GET /v1/site/{siteId}', { answer: 'site.id site.name site.vendor site.managedByGit' }],
  ['deleteSite', 'DELETE /v1/site/{siteId}', {}],
  [
    'listSourceTemplates',
    'GET /v1/source-templates',
    { query: 'siteId includeConfigFormat', answer: listTemplateFields('sourceTemplates') },
  ],
  [
    'listSinkTemplates',
    'GET /v1/sink-templates',
    { query: 'siteId includeConfigFormat', answer: listTemplateFields('sinkTemplates') },
  ],
  [
    'listRoles',
    'GET /v1/auth/roles',
    { query: PAGE, answer: listFields('roles', ['id', 'name', 'type', 'grants.accessTypes']) },
  ],
  // People make roles of type USER only.
  ['createRole', 'POST /v1/auth/role', { body: ROLE, answer: 'id' }, ['body.role.type']],
  ['updateRole', 'PUT /v1/auth/role', { body: `role.id ${ROLE}` }, ['body.role.type']],
  ['deleteRole', 'DELETE /v1/auth/role/{roleId}', {}],
  ['listApiKeys', 'GET /v1/auth/api-keys', { query: PAGE, answer: listFields('apiKeys', API_KEY) }],
  // The service knows the time, so a key lives for days.
  [
    'createApiKey',
    'POST /v1/auth/api-key',
    { body: 'apiKey.name apiKey.expiresAt', answer: 'id key' },
    ['body.apiKey.expiresAt'],
  ],
  ['deleteApiKey', 'DELETE /v1/auth/api-key/{keyId}', {}],
  // Several domains.
  ['getSso', 'GET /v1/auth/sso', { answer: SSO }, ['answer.sso.domain']],
  ['updateSso', 'PUT /v1/auth/sso', { body: SSO }, ['body.sso.domain']],
  [
    'listAssets',
    'GET /v1/assets',
    { query: `siteIds assetTypes ${PAGE}`, answer: listFields('assets', ASSET) },
  ],
  ['createAsset', 'POST /v1/asset', { body: 'name assetType siteIds', answer: 'id' }],
  // Name, type and sites of a file never change.
  [
    'replaceAsset',
    'PUT /v1/asset',
    { body: 'id name assetType siteIds' },
    ['body.name', 'body.assetType', 'body.siteIds'],
  ],
  ['deleteAsset', 'DELETE /v1/asset/{id}', {}],
  // Insights are of events that were captured, not of a time range.
  [
    'getDataInsights',
    'GET /v1/analytics/pipelines/{pipelineId}/data-insights',
    { query: 'siteId timeRange.startUnixTimeSeconds', answer: 'insights.patterns.pattern' },
    ['query.siteId', 'query.timeRange.startUnixTimeSeconds'],
  ],
  [
    'acknowledgePipelineErrors',
    'POST /v1/analytics-service/pipelines/errors/acknowledge',
    { body: 'siteId pipelineIds acknowledgeAll' },
  ],
  [
    'getNotificationErrorSummary',
    'GET /v1/notifications/error-summary',
    { query: 'siteIds', answer: 'errorSummary.unreadCount' },
  ],
  [
    'countPipelineErrors',
    'GET /v1/analytics-service/pipelines/errors/count',
    { query: 'siteId acknowledgeState timeRange.startUnixTimeSeconds', answer: 'count' },
  ],
  [
    'createTransform',
    'POST /v1/transform',
    { body: 'transform.name transform.templateId transform.pipelineId transform.config', answer: 'id' },
  ],
  ['updateTransform', 'PATCH /v1/transform', { body: 'transform.id transform.name transform.config' }],
  ['deleteTransform', 'DELETE /v1/transform/{id}', {}],
];

type Inner = {
  _zod: { def: { type: string; shape?: Record<string, z.ZodMiniType> } & Record<string, unknown> };
};

/** Every path of an object, through lists, defaults and options. */
function listPaths(schema: z.ZodMiniType | undefined, before = ''): string[] {
  if (!schema) return [];
  const { def } = (schema as unknown as Inner)._zod;
  const inner = (def.innerType ?? def.element ?? (def.type === 'pipe' ? def.out : undefined)) as
    | z.ZodMiniType
    | undefined;
  if (inner) return listPaths(inner, before);
  if (!def.shape) return [];
  return Object.entries(def.shape).flatMap(([name, of]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return path.split('.').length > 6 ? [path] : [path, ...listPaths(of, path)];
  });
}

test.each(UNLISTED)(
  '%s is %s, with its query, body and answer [R7-86, R7-87]',
  (id, line, shape, decided = []) => {
    const { method, path, query, body, response } = callDefinition(id);
    expect(`${method} ${path}`).toBe(line);
    const missing = (part: 'query' | 'body' | 'answer', schema: z.ZodMiniType | undefined) => {
      const paths = listPaths(schema);
      return (shape[part] ?? '')
        .split(' ')
        .filter((field) => field !== '' && !paths.includes(field))
        .map((field) => `${part}.${field}`);
    };
    expect([...missing('query', query), ...missing('body', body), ...missing('answer', response)]).toEqual(
      decided,
    );
  },
);

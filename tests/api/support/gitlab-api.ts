import type { ProviderCall } from './provider-calls.ts';

/**
 * The calls of GitLab's API that are used, in November 2026 from https://docs.gitlab.com/api/merge_requests/,
 * https://docs.gitlab.com/api/commits/ and https://docs.gitlab.com/api/projects/, and compared with
 * `doc/api/openapi/openapi_v2.yaml` of GitLab: calls, parameters, bodies and names are as there. Where that file and
 * the server differ it is as the server has it: the file has numbers as strings, a status that was set as 200, names
 * neither what may be null nor lengths. Of answers, only what is read.
 */
const text = { type: 'string' } as const;
/** Of titles and descriptions of statuses. */
const short = { ...text, maxLength: 255 } as const;
const user = {
  type: 'object',
  nullable: true,
  properties: { id: { type: 'integer' }, username: text, name: text },
  required: ['id', 'username', 'name'],
} as const;
const access = {
  type: 'object',
  nullable: true,
  properties: { access_level: { type: 'integer' }, notification_level: { type: 'integer' } },
  required: ['access_level'],
} as const;
const listed = {
  iid: { type: 'integer' },
  web_url: text,
  state: { ...text, enum: ['opened', 'closed', 'locked', 'merged'] },
  user_notes_count: { type: 'integer' },
  merge_user: user,
  merged_by: user,
  closed_by: user,
  source_project_id: { type: 'integer', nullable: true },
  target_project_id: { type: 'integer' },
} as const;
/** Each of them is deprecated or comes with a later version somewhere. */
const request = { type: 'object', properties: listed, required: ['iid', 'web_url', 'state'] } as const;
const requests = '/projects/{id}/merge_requests';

export const GITLAB_CALLS: readonly ProviderCall[] = [
  {
    ...{ method: 'GET', path: '/projects/{id}', status: 200, query: {} },
    answer: {
      type: 'object',
      properties: {
        archived: { type: 'boolean' },
        merge_requests_access_level: {
          ...{ ...text, nullable: true },
          enum: ['disabled', 'private', 'enabled'],
        },
        permissions: {
          type: 'object',
          properties: { project_access: access, group_access: access },
          required: ['project_access', 'group_access'],
        },
      },
    },
  },
  {
    ...{ method: 'GET', path: requests, status: 200 },
    query: {
      state: { ...text, enum: ['opened', 'closed', 'locked', 'merged', 'all'] },
      source_branch: text,
      target_branch: text,
    },
    answer: { type: 'array', items: request },
  },
  {
    ...{ method: 'POST', path: requests, status: 201, query: {}, answer: request },
    body: {
      type: 'object',
      properties: { source_branch: text, target_branch: text, title: short, description: text },
      required: ['source_branch', 'target_branch', 'title'],
      additionalProperties: false,
    },
  },
  { method: 'GET', path: `${requests}/{merge_request_iid}`, status: 200, query: {}, answer: request },
  {
    ...{ method: 'PUT', path: `${requests}/{merge_request_iid}`, status: 200, query: {}, answer: request },
    body: {
      type: 'object',
      properties: { title: short, state_event: { ...text, enum: ['close', 'reopen'] } },
      additionalProperties: false,
    },
  },
  {
    ...{ method: 'POST', path: '/projects/{id}/statuses/{sha}', status: 201, query: {} },
    body: {
      type: 'object',
      properties: {
        state: { ...text, enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] },
        name: short,
        description: short,
      },
      required: ['state'],
      additionalProperties: false,
    },
    answer: { type: 'object', properties: { id: { type: 'integer' }, status: text, name: text } },
  },
];

import type { Role, RoleGrant } from '../../contract/entities/access.ts';
import { type ExtraGrant, RESOURCE_TYPES } from '../../contract/enums.ts';
import { formatTime } from '../clock.ts';
import { invalid } from '../http/input.ts';
import type { Repositories } from '../store/index.ts';
import type { RoleRow } from '../store/schema.ts';

/** No `siteIds` means every site. */
export type HeldRole = Pick<Role, 'id' | 'type' | 'name' | 'description' | 'grants' | 'siteIds'>;

const grantEverywhere = (
  accessTypes: RoleGrant['accessTypes'],
  extraGrants: ExtraGrant[],
  except: RoleGrant['resourceType'][] = [],
): RoleGrant[] =>
  RESOURCE_TYPES.map((resourceType) => ({
    resourceType,
    accessTypes: except.includes(resourceType) ? ['READ'] : accessTypes,
    extraGrants: resourceType === 'PIPELINES' ? extraGrants : [],
  }));

const defineSystemRole = (id: string, name: string, description: string, grants: RoleGrant[]): HeldRole => ({
  id,
  type: 'SYSTEM',
  name,
  description,
  grants,
  siteIds: [],
});

const ALL = grantEverywhere(['READ', 'WRITE', 'DELETE'], ['DEPLOY', 'LIVE_CAPTURE']);

/** Built in and unchangeable. Admin and IAM Admin are administrators. */
export const SYSTEM_ROLES: readonly HeldRole[] = [
  defineSystemRole('admin', 'Admin', 'Everything, on every site.', ALL),
  defineSystemRole('iam-admin', 'IAM Admin', 'Everything, users and roles included.', ALL),
  defineSystemRole(
    'operator',
    'Operator',
    'Builds, deploys and watches pipelines; cannot change sites.',
    grantEverywhere(['READ', 'WRITE', 'DELETE'], ['DEPLOY', 'LIVE_CAPTURE'], ['SITES']),
  ),
  defineSystemRole(
    'editor',
    'Editor',
    'Builds pipelines and saves drafts; cannot deploy.',
    grantEverywhere(['READ', 'WRITE'], [], ['SITES']),
  ),
  defineSystemRole(
    'viewer',
    'Viewer',
    'Sees everything except the events themselves.',
    grantEverywhere(['READ'], []),
  ),
];

export const ADMIN_ROLE_IDS: readonly string[] = ['admin', 'iam-admin'];

export const toHeldRole = (row: RoleRow): HeldRole => ({
  id: row.id,
  type: 'USER',
  name: row.name,
  description: row.description,
  grants: JSON.parse(row.grants),
  siteIds: JSON.parse(row.site_ids),
});

/** In id order; deleted roles grant nothing. */
export async function readRoles(tx: Repositories, ids: readonly string[]): Promise<HeldRole[]> {
  const rows = ids.some((id) => id.startsWith('role-')) ? await tx.roles.list() : [];
  // Runs for each call of a key, so only its roles are parsed.
  const stored = rows.filter(({ id }) => ids.includes(id)).map(toHeldRole);
  const known = new Map([...SYSTEM_ROLES, ...stored].map((role) => [role.id, role]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

export const toRoleEntity = (
  role: HeldRole,
  holders: { userCount: number; keyCount: number },
  stored?: RoleRow,
): Role => ({
  ...role,
  ...holders,
  revision: stored?.revision ?? 1,
  updatedAt: formatTime(stored?.updated_at ?? 0),
});

/** @throws ContractError VALIDATION_FAILED naming unknown roles or sites */
export async function requireKnownAccess(
  tx: Repositories,
  field: string,
  { roleIds = [], siteIds = [] }: { roleIds?: string[]; siteIds?: string[] },
): Promise<void> {
  const known = (await readRoles(tx, roleIds)).map(({ id }) => id);
  const sites = (await tx.sites.list()).map(({ id }) => id);
  const unknown = [
    ...roleIds.filter((id) => !known.includes(id)).map((id) => `There is no role with the id ${id}`),
    ...siteIds.filter((id) => !sites.includes(id)).map((id) => `There is no site with the id ${id}`),
  ];
  if (unknown.length > 0) throw invalid(unknown.map((message) => ({ field, rule: 'known', message })));
}

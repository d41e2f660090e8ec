import type { Role, RoleGrant } from '../../contract/entities/access.ts';
import { type ExtraGrant, RESOURCE_TYPES } from '../../contract/enums.ts';
import { toTime } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { RoleRow } from '../store/schema.ts';

/** A role as permissions need it; no site by name means every site. */
export type HeldRole = Pick<Role, 'id' | 'type' | 'name' | 'description' | 'grants' | 'siteIds'>;

const everywhere = (
  accessTypes: RoleGrant['accessTypes'],
  extraGrants: ExtraGrant[],
  except: RoleGrant['resourceType'][] = [],
): RoleGrant[] =>
  RESOURCE_TYPES.map((resourceType) => ({
    resourceType,
    accessTypes: except.includes(resourceType) ? ['READ'] : accessTypes,
    extraGrants: resourceType === 'PIPELINES' ? extraGrants : [],
  }));

const system = (id: string, name: string, description: string, grants: RoleGrant[]): HeldRole => ({
  id,
  type: 'SYSTEM',
  name,
  description,
  grants,
  siteIds: [],
});

const ALL = everywhere(['READ', 'WRITE', 'DELETE'], ['DEPLOY', 'LIVE_CAPTURE']);

/** Roles that are always there and cannot be changed. Admin and IAM Admin are administrators (R6-01). */
export const SYSTEM_ROLES: readonly HeldRole[] = [
  system('admin', 'Admin', 'Everything, on every site.', ALL),
  system('iam-admin', 'IAM Admin', 'Everything, users and roles included.', ALL),
  system(
    'operator',
    'Operator',
    'Builds, deploys and watches pipelines; leaves sites as they are.',
    everywhere(['READ', 'WRITE', 'DELETE'], ['DEPLOY', 'LIVE_CAPTURE'], ['SITES']),
  ),
  system(
    'editor',
    'Editor',
    'Builds pipelines and saves drafts; somebody else deploys them.',
    everywhere(['READ', 'WRITE'], [], ['SITES']),
  ),
  system('viewer', 'Viewer', 'Looks at everything but the events themselves.', everywhere(['READ'], [])),
];

export const ADMIN_ROLE_IDS: readonly string[] = ['admin', 'iam-admin'];

export const heldRoleOf = (row: RoleRow): HeldRole => ({
  id: row.id,
  type: 'USER',
  name: row.name,
  description: row.description,
  grants: JSON.parse(row.grants),
  siteIds: JSON.parse(row.site_ids),
});

/** The roles of those ids, in their order; ids of deleted roles grant nothing. */
export async function rolesOfIds(tx: Repositories, ids: readonly string[]): Promise<HeldRole[]> {
  const stored = ids.some((id) => id.startsWith('role-')) ? (await tx.roles.list()).map(heldRoleOf) : [];
  const known = new Map([...SYSTEM_ROLES, ...stored].map((role) => [role.id, role]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A role as the calls answer it. */
export const roleEntity = (
  role: HeldRole,
  holders: { userCount: number; keyCount: number },
  stored?: RoleRow,
): Role => ({
  ...role,
  ...holders,
  revision: stored?.revision ?? 1,
  updatedAt: toTime(stored?.updated_at ?? 0),
});

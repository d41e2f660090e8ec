import type { RoleGrant } from '../../../contract/entities/access.ts';
import {
  ACCESS_TYPES,
  type AccessType,
  EXTRA_GRANTS,
  type ExtraGrant,
  type ResourceType,
} from '../../../contract/enums.ts';
import type { GrantRow } from '../../components/widgets/grants/grant-matrix.tsx';

/** Resource types with screens. */
export const RESOURCES: readonly { id: ResourceType; label: string; extra: readonly ExtraGrant[] }[] = [
  { id: 'PIPELINES', label: 'Pipelines', extra: EXTRA_GRANTS },
  { id: 'SOURCES', label: 'Sources', extra: [] },
  { id: 'SINKS', label: 'Destinations', extra: [] },
  { id: 'SITES', label: 'Sites', extra: [] },
];

export const GRANT_COLUMNS = [
  { id: 'READ', label: 'Read' },
  { id: 'WRITE', label: 'Write' },
  { id: 'DELETE', label: 'Delete' },
  { id: 'DEPLOY', label: 'Deploy' },
  { id: 'LIVE_CAPTURE', label: 'Live data' },
] as const;

const isAccessType = (id: string): id is AccessType => ACCESS_TYPES.some((type) => type === id);
const isExtra = (id: string): id is ExtraGrant => EXTRA_GRANTS.some((grant) => grant === id);

/** Rows of the permission matrix. */
export const toGrantRows = (grants: readonly RoleGrant[]): GrantRow[] =>
  RESOURCES.map(({ id, label, extra }) => {
    const grant = grants.find(({ resourceType }) => resourceType === id);
    return {
      id,
      label,
      columns: [...ACCESS_TYPES, ...extra],
      granted: grant ? [...grant.accessTypes, ...grant.extraGrants] : [],
    };
  });

/** Changes one row; write permission implies read permission. */
export function changeGrant(
  grants: readonly RoleGrant[],
  resourceType: string,
  granted: readonly string[],
): RoleGrant[] {
  return RESOURCES.flatMap(({ id }) => {
    const before = grants.find((grant) => grant.resourceType === id);
    if (id !== resourceType) return before ? [before] : [];
    const hadRead = before?.accessTypes.includes('READ') ?? false;
    const lostRead = hadRead && !granted.includes('READ');
    const others = granted.filter((one) => one !== 'READ');
    if (lostRead || granted.length === 0) return [];
    const all = others.length > 0 ? ['READ', ...others] : granted;
    return [
      {
        resourceType: id,
        accessTypes: all.filter(isAccessType),
        extraGrants: all.filter(isExtra),
      },
    ];
  });
}

/** `Pipelines: read, write, deploy`, one part per granted resource. */
export const formatGrants = (grants: readonly RoleGrant[]): string =>
  toGrantRows(grants)
    .filter(({ granted }) => granted.length > 0)
    .map(({ label, granted }) => {
      const words = GRANT_COLUMNS.filter(({ id }) => granted.includes(id)).map((column) =>
        column.label.toLowerCase(),
      );
      return `${label}: ${words.join(', ')}`;
    })
    .join('; ');

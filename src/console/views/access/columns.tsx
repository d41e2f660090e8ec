import { cut, tone } from '../../../../styles/text.css.ts';
import type { ApiKey, Member, Role } from '../../../contract/entities/access.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { formatGrants } from './grants.ts';

const createPlainColumn = <Row,>(
  column: Omit<Column<Row>, 'cell' | 'value'> & { value: (row: Row) => string | number },
) => ({ ...column, cell: column.value }) satisfies Column<Row>;

const Strong = ({ text }: { text: string }) => <span style={{ fontWeight: 500 }}>{text}</span>;

const Age = ({ time }: { time: string }) =>
  time === EMPTY_TIME ? <Missing /> : <span title={formatDateTime(time)}>{formatAge(time)}</span>;

/** `22 Nov 2027`, without the year if it is the current one. */
const formatDay = (time: string): string => formatDateTime(time).replace(/ [\d:]+$/, '');

const Day = ({ time, never }: { time: string; never: string }) =>
  time === EMPTY_TIME ? (
    <span className={tone.text3}>{never}</span>
  ) : (
    <span title={formatDateTime(time)}>{formatDay(time)}</span>
  );

const KEY_LOOKS = {
  ACTIVE: { label: 'Active', shape: 'check', tone: 'ok' },
  STOPPED: { label: 'Stopped', shape: 'triangle', tone: 'warn' },
  EXPIRED: { label: 'Expired', shape: 'triangle', tone: 'warn' },
  REVOKED: { label: 'Revoked', shape: 'paused', tone: 'text2' },
} as const;

const STOPPED = 'it was created while sign-in was off and works only then. Rotate it to make it act for you.';

const describeKeyLimit = (key: ApiKey): string => `limited to what ${key.createdBy} may do`;

export const createKeyColumns = (siteName: (id: string) => string): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(130px, 1.4fr)',
    sortable: true,
    value: (key) => key.name,
    cell: (key) => <Strong text={key.name} />,
  },
  {
    id: 'prefix',
    header: 'Begins with',
    width: 'minmax(180px, 1fr)',
    shownFrom: 900,
    value: (key) => key.prefix,
    cell: (key) => <code className={cut}>{key.prefix}</code>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '110px',
    sortable: true,
    value: (key) => KEY_LOOKS[key.status].label,
    text: (key) => (key.status === 'STOPPED' ? `Stopped: ${STOPPED}` : KEY_LOOKS[key.status].label),
    cell: (key) => (
      <span title={key.status === 'STOPPED' ? STOPPED : undefined}>
        <StatusBadge {...KEY_LOOKS[key.status]} />
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    width: 'minmax(90px, 1fr)',
    shownFrom: 600,
    sortable: true,
    value: (key) => key.role.name,
    text: (key) => (key.isLimited ? `${key.role.name}, ${describeKeyLimit(key)}` : key.role.name),
    cell: (key) =>
      key.isLimited ? (
        <span title={`${key.createdBy} has fewer rights than the role, and so does the key.`}>
          {key.role.name}, <span className={tone.text3}>{describeKeyLimit(key)}</span>
        </span>
      ) : (
        key.role.name
      ),
  },
  createPlainColumn<ApiKey>({
    id: 'sites',
    header: 'Sites',
    width: 'minmax(90px, 1fr)',
    shownFrom: 1000,
    value: (key) => (key.siteIds.length === 0 ? 'All of the role' : key.siteIds.map(siteName).join(', ')),
  }),
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    shownFrom: 1170,
    sortable: true,
    value: (key) => key.createdAt,
    text: (key) => `${key.createdAt} by ${key.createdBy}`,
    cell: (key) => <Age time={key.createdAt} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '110px',
    shownFrom: 500,
    sortable: true,
    // A key without expiry sorts last.
    value: (key) => (key.expiresAt === EMPTY_TIME ? undefined : key.expiresAt),
    text: (key) => (key.expiresAt === EMPTY_TIME ? 'Never' : key.expiresAt),
    cell: (key) => <Day time={key.expiresAt} never="Never" />,
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: '110px',
    shownFrom: 710,
    sortable: true,
    value: (key) => (key.lastUsedAt === EMPTY_TIME ? undefined : key.lastUsedAt),
    cell: (key) => <Age time={key.lastUsedAt} />,
  },
];

export const createRoleColumns = (siteName: (id: string) => string): readonly Column<Role>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(120px, 1fr)',
    sortable: true,
    value: (role) => role.name,
    cell: (role) => <Strong text={role.name} />,
  },
  createPlainColumn<Role>({
    id: 'type',
    header: 'Type',
    width: '90px',
    shownFrom: 500,
    sortable: true,
    value: (role) => (role.type === 'SYSTEM' ? 'System' : 'Own'),
  }),
  {
    id: 'allows',
    header: 'Allows',
    width: 'minmax(120px, 3fr)',
    value: (role) => formatGrants(role.grants),
    cell: (role) => <span title={formatGrants(role.grants)}>{formatGrants(role.grants) || 'Nothing'}</span>,
  },
  createPlainColumn<Role>({
    id: 'sites',
    header: 'Sites',
    width: 'minmax(90px, 1fr)',
    shownFrom: 760,
    value: (role) => (role.siteIds.length === 0 ? 'All' : role.siteIds.map(siteName).join(', ')),
  }),
  createPlainColumn<Role>({
    id: 'users',
    header: 'Users',
    width: '76px',
    shownFrom: 580,
    align: 'end',
    sortable: true,
    value: (role) => role.userCount,
  }),
  createPlainColumn<Role>({
    id: 'keys',
    header: 'API keys',
    width: '86px',
    shownFrom: 680,
    align: 'end',
    sortable: true,
    value: (role) => role.keyCount,
  }),
];

const USER_LOOKS = {
  ACTIVE: { label: 'Active', shape: 'check', tone: 'ok' },
  INVITED: { label: 'Invited', shape: 'dashed', tone: 'text2' },
  DISABLED: { label: 'Disabled', shape: 'paused', tone: 'text2' },
} as const;

export const USER_COLUMNS: readonly Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(130px, 1.2fr)',
    sortable: true,
    value: (user) => user.name,
    cell: (user) => <Strong text={user.name} />,
  },
  createPlainColumn<Member>({
    id: 'email',
    header: 'Email',
    width: 'minmax(150px, 1.4fr)',
    shownFrom: 560,
    sortable: true,
    value: (user) => user.email,
  }),
  createPlainColumn<Member>({
    id: 'type',
    header: 'Type',
    width: '110px',
    shownFrom: 800,
    sortable: true,
    value: (user) => (user.userType === 'LOCAL' ? 'This machine' : 'Single sign-on'),
  }),
  {
    id: 'status',
    header: 'Status',
    width: '110px',
    sortable: true,
    value: (user) => USER_LOOKS[user.status].label,
    cell: (user) => <StatusBadge {...USER_LOOKS[user.status]} />,
  },
  createPlainColumn<Member>({
    id: 'roles',
    header: 'Roles',
    width: 'minmax(120px, 1.4fr)',
    shownFrom: 660,
    value: (user) => user.roles.map(({ name }) => name).join(', '),
  }),
  {
    id: 'lastSignIn',
    header: 'Last sign-in',
    width: '110px',
    shownFrom: 930,
    sortable: true,
    value: (user) => (user.lastSignInAt === EMPTY_TIME ? undefined : user.lastSignInAt),
    cell: (user) => <Age time={user.lastSignInAt} />,
  },
];

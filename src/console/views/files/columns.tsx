import { Link } from 'wouter';
import { mono, quietLink, tone } from '../../../../styles/text.css.ts';
import { ASSET_TYPE_NAMES, type Asset } from '../../../contract/entities/asset.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatBytes, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import * as css from './files.css.ts';

const CHECKSUM_SHOWN = 10;

export const listPipelinesOfFile = (file: Asset): { id: string; name: string }[] => [
  ...new Map(
    file.usedBy.map(({ pipelineId: id, pipelineName: name }) => [id, { id, name }] as const),
  ).values(),
];

function Users({ file }: { file: Asset }) {
  const [first, ...more] = listPipelinesOfFile(file);
  if (!first) return <Missing />;
  return (
    <span>
      <Link href={paths.pipeline(first.id)} className={quietLink} tabIndex={-1}>
        {first.name}
      </Link>
      {more.length > 0 && <span className={tone.text3}> and {more.length} more</span>}
    </span>
  );
}

function Checksum({ file }: { file: Asset }) {
  if (file.checksum === '') return <Missing />;
  return (
    <span className={css.checksum}>
      <span className={mono} title={file.checksum}>
        {file.checksum.slice(0, CHECKSUM_SHOWN)}
      </span>
      <CommandButton
        id="file.copyChecksum"
        args={{ id: file.id }}
        label={`Copy checksum of ${file.name}`}
        iconOnly
        variant="ghost"
        size="small"
      />
    </span>
  );
}

export const COLUMNS: readonly Column<Asset>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 1.8fr)',
    sortable: true,
    value: (file) => file.name,
    cell: (file) => (
      <span className={css.name}>
        <span className={css.nameText}>{file.name}</span>
        {file.content === 'missing' && <StatusBadge label="Content missing" shape="octagon" tone="err" />}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(120px, 1fr)',
    sortable: true,
    value: (file) => ASSET_TYPE_NAMES[file.assetType],
    cell: (file) => ASSET_TYPE_NAMES[file.assetType],
  },
  {
    id: 'size',
    header: 'Size',
    width: 'minmax(84px, 110px)',
    shownFrom: 500,
    align: 'end',
    sortable: true,
    value: (file) => (file.assetType === 'SECRET' ? undefined : file.sizeBytes),
    cell: (file) =>
      file.assetType === 'SECRET' ? <Missing /> : <Figure figure={formatBytes(file.sizeBytes)} />,
  },
  {
    id: 'checksum',
    header: 'SHA-256',
    width: '150px',
    shownFrom: 960,
    value: (file) => file.checksum,
    cell: (file) => <Checksum file={file} />,
  },
  {
    id: 'usedBy',
    header: 'Used by',
    width: 'minmax(110px, 1.2fr)',
    shownFrom: 640,
    sortable: true,
    value: (file) => listPipelinesOfFile(file)[0]?.name,
    text: (file) =>
      listPipelinesOfFile(file)
        .map(({ name }) => name)
        .join(', '),
    cell: (file) => <Users file={file} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: 'minmax(84px, .7fr)',
    shownFrom: 740,
    sortable: true,
    value: (file) => file.updatedAt,
    cell: (file) => (
      <span title={`${formatDateTime(file.updatedAt)} by ${file.updatedBy}`}>
        {formatAge(file.updatedAt)}
      </span>
    ),
  },
  {
    id: 'updatedBy',
    header: 'Updated by',
    width: 'minmax(120px, 1.2fr)',
    shownFrom: 1100,
    sortable: true,
    value: (file) => file.updatedBy,
    cell: (file) => file.updatedBy,
  },
];

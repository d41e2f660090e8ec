import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import type { NodeType } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatCount, formatDateTime, formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../widgets/icons/icon.tsx';
import { StatusBadge } from '../widgets/status/status-badge.tsx';
import type { Column } from '../widgets/table/types.ts';
import { Figure } from '../widgets/text/figure.tsx';
import { Missing } from '../widgets/text/missing.tsx';
import { getLevelLook } from './error-level.ts';
import * as css from './errors.css.ts';

/** `isAcknowledged` includes fresh local changes; `isBusy` marks calls in progress. */
export type ErrorRow = ErrorEntry & { isBusy: boolean };

/** Undefined while loading. */
export type PipelineNames = ReadonlyMap<string, string> | undefined;

export const CATEGORIES: Record<NodeType, string> = {
  SOURCE: 'Source',
  TRANSFORM: 'Transform',
  SINK: 'Destination',
};

/** The name is still empty right after acknowledging. */
export const formatAcknowledgedBy = ({ acknowledgedBy: name }: ErrorEntry): string =>
  name === '' ? 'you' : name;

const formatOccurredAt = (error: ErrorEntry): string =>
  formatDateTime(error.lastOccurrenceUnixTimeSeconds * 1000);

/**
 * For one pipeline. The actions come before the component type, which narrow windows only show in the row's
 * details.
 */
export const columns: readonly Column<ErrorRow>[] = [
  {
    id: 'component',
    header: 'Component',
    width: 'minmax(120px, 2fr)',
    sortable: true,
    value: (row) => row.nodeName,
    cell: (row) => <span className={css.component}>{row.nodeName || <Missing />}</span>,
  },
  {
    id: 'errorType',
    header: 'Error Type',
    width: 'minmax(106px, 1.8fr)',
    sortable: true,
    value: (row) => row.errorName,
    cell: (row) => row.errorName,
  },
  {
    id: 'errorLevel',
    header: 'Error Level',
    width: 'minmax(78px, 88px)',
    shownFrom: 480,
    sortable: true,
    value: (row) => row.errorLevel,
    cell: (row) => <StatusBadge label={row.errorLevel} {...getLevelLook(row.errorLevel)} />,
  },
  {
    id: 'count',
    header: 'Count',
    width: 'minmax(48px, 60px)',
    align: 'end',
    sortable: true,
    value: (row) => fromCount(row.count),
    text: (row) => formatExact(fromCount(row.count)),
    cell: (row) => <Figure figure={formatCount(fromCount(row.count))} />,
  },
  {
    id: 'lastOccurrence',
    header: 'Last Date of Occurrence',
    width: 'minmax(120px, 140px)',
    sortable: true,
    value: (row) => row.lastOccurrenceUnixTimeSeconds,
    text: formatOccurredAt,
    cell: (row) => <span className={css.time}>{formatOccurredAt(row)}</span>,
  },
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    width: 'minmax(86px, 0.8fr)',
    sortable: true,
    value: (row) => (row.isAcknowledged ? formatAcknowledgedBy(row) : undefined),
    cell: (row) => {
      if (row.isBusy)
        return (
          <span className={css.acknowledged}>{row.isAcknowledged ? 'Reopening…' : 'Acknowledging…'}</span>
        );
      if (!row.isAcknowledged) return <Missing />;
      return (
        <span className={css.acknowledged}>
          <Icon name="check" size="s" />
          <span className={css.cutText}>{formatAcknowledgedBy(row)}</span>
        </span>
      );
    },
  },
  {
    id: 'category',
    header: 'Component Category',
    width: 'minmax(84px, 0.8fr)',
    shownFrom: 1000,
    sortable: true,
    value: (row) => CATEGORIES[row.nodeType],
    cell: (row) => CATEGORIES[row.nodeType],
  },
  {
    id: 'type',
    header: 'Component Type',
    width: 'minmax(84px, 0.8fr)',
    shownFrom: 1000,
    sortable: true,
    value: (row) => row.templateName,
    cell: (row) => row.templateName || <Missing />,
  },
];

const [COMPONENT, ...OTHERS] = columns;

export const createSiteColumns = (
  siteId: string,
  names: NonNullable<PipelineNames>,
): readonly Column<ErrorRow>[] => [
  ...(COMPONENT ? [COMPONENT] : []),
  {
    id: 'pipeline',
    header: 'Pipeline',
    width: 'minmax(92px, 1.3fr)',
    sortable: true,
    value: (row) => names.get(row.pipelineId),
    cell: (row) => {
      const name = names.get(row.pipelineId);
      if (name === undefined) return <Missing />;
      return (
        <Link href={paths.pipelineErrors(row.pipelineId, siteId)} className={quietLink} tabIndex={-1}>
          {name}
        </Link>
      );
    },
  },
  ...OTHERS,
];

import { cut, tone } from '../../../../styles/text.css.ts';
import type { Configuration } from '../../../contract/entities/fleet-configuration.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { createNameColumn, createUpdatedColumn } from './shared-columns.tsx';

const formatFleets = ({ fleets }: Configuration): string =>
  fleets.map(({ name, version }) => `${name} (version ${version})`).join(', ');

export const configurationColumns: readonly Column<Configuration>[] = [
  createNameColumn(),
  {
    id: 'version',
    header: 'Version',
    width: '88px',
    align: 'end',
    sortable: true,
    value: ({ version }) => version,
    cell: ({ version }) => version,
  },
  {
    id: 'fleets',
    header: 'Fleets',
    width: 'minmax(140px, 2fr)',
    shownFrom: 480,
    value: formatFleets,
    cell: (configuration) =>
      configuration.fleets.length === 0 ? (
        <Missing />
      ) : (
        <span className={`${cut} ${tone.text2}`}>{formatFleets(configuration)}</span>
      ),
  },
  createUpdatedColumn(640),
];

/** Shown beside an open configuration. */
export const narrowConfigurationColumns: readonly Column<Configuration>[] = configurationColumns.slice(0, 2);

import type { Asset } from '../../../contract/entities/asset.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { formatExact } from '../../lib/format.ts';
import * as css from './files.css.ts';

const TYPE_WORDS = {
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  address: 'address',
  text: 'text',
  empty: 'always empty',
};

type Column = { name: string; type: keyof typeof TYPE_WORDS };

function Table({ name, columns, rows }: { name: string; columns: readonly Column[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={css.scroll} role="group" aria-label={`First rows of ${name}`} tabIndex={0}>
      <table className={css.rows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={css.cell}>
                <span className={css.columnName}>{column.name}</span>
                <span className={css.columnType}>{TYPE_WORDS[column.type]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
            <tr key={row}>
              {cells.map((text, column) => (
                <td key={columns[column]?.name} className={css.cell} title={text}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function FilePreview({ file }: { file: Asset }) {
  const { id, revision, summary, name } = file;
  const isShown = (summary.kind === 'csv' || summary.kind === 'text') && file.content === 'ready';
  // The revision is part of the key: new content is a new answer.
  const preview = useCall(
    'previewAsset',
    { path: { id } },
    { isSuppressed: true, enabled: isShown, poll: false },
  );
  if (!isShown) return null;
  if (preview.error)
    return (
      <ErrorPanel
        title="The content could not be read"
        cause={preview.error.message}
        onRetry={() => void preview.refetch()}
      />
    );
  if (!preview.data) return <Skeleton height={160} />;
  const { rows, lines } = preview.data;
  return (
    <section className={css.section} aria-label="Content" key={revision}>
      <h3 className={css.sectionHead}>
        {summary.kind === 'csv'
          ? `${formatExact(summary.rowCount)} rows, ${summary.columns.length} columns`
          : summary.kind === 'text' && `${formatExact(summary.lineCount)} lines`}
      </h3>
      {summary.kind === 'csv' ? (
        <Table name={name} columns={summary.columns} rows={rows} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <div role="group" tabIndex={0} aria-label={`First lines of ${name}`} className={css.scroll}>
          <pre className={css.lines}>{lines.join('\n')}</pre>
        </div>
      )}
    </section>
  );
}

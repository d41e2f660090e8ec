import { Checkbox } from '../forms/checkbox.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './grant-matrix.css.ts';

export type GrantRow = { id: string; label: string; columns: readonly string[]; granted: readonly string[] };

type GrantMatrixProps = {
  label: string;
  columns: readonly { id: string; label: string }[];
  rows: readonly GrantRow[];
  readOnly: boolean;
  onChange: (rowId: string, granted: string[]) => void;
};

export function GrantMatrix({ label, columns, rows, readOnly, onChange }: GrantMatrixProps) {
  return (
    <table className={css.matrix} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={css.corner}>
            Resource
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={css.column}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={css.row}>
              {row.label}
            </th>
            {columns.map((column) => (
              <td key={column.id} className={css.cell}>
                {row.columns.includes(column.id) && (
                  <GrantCell
                    label={`${column.label} ${row.label}`}
                    isGranted={row.granted.includes(column.id)}
                    readOnly={readOnly}
                    onChange={(isGranted) =>
                      onChange(
                        row.id,
                        row.columns.filter((id) => (id === column.id ? isGranted : row.granted.includes(id))),
                      )
                    }
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type GrantCellProps = {
  label: string;
  isGranted: boolean;
  readOnly: boolean;
  onChange: (isGranted: boolean) => void;
};

function GrantCell({ label, isGranted, readOnly, onChange }: GrantCellProps) {
  if (!readOnly) return <Checkbox label={label} checked={isGranted} onChange={onChange} />;
  return (
    <span className={css.mark}>
      <StatusShape
        shape={isGranted ? 'check' : 'dashed'}
        tone={isGranted ? 'ok' : 'text3'}
        label={isGranted ? 'Allowed' : 'Not allowed'}
      />
    </span>
  );
}

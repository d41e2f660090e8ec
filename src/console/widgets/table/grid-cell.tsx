import type { AriaAttributes, ReactNode } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';

type GridCellProps = {
  role?: 'gridcell' | 'columnheader';
  id?: string;
  colIndex: number;
  /** Of a data column, counted from zero. */
  column?: number;
  isCursor?: boolean;
  align?: 'start' | 'end' | undefined;
  className: string;
  shown?: boolean;
  label?: string;
  sort?: AriaAttributes['aria-sort'];
  children?: ReactNode;
};

/** A cell of the grid. It takes no focus: the grid keeps it, and names the cursor row or cell as active. */
export function GridCell(props: GridCellProps) {
  const { role = 'gridcell', colIndex, align, className, shown, label, sort, children } = props;
  const semantics = { role, 'aria-colindex': colIndex, 'aria-sort': sort };
  return (
    <div
      {...semantics}
      id={props.id}
      data-column={props.column}
      data-cell-cursor={props.isCursor ? '' : undefined}
      data-align={align}
      data-shown={shown ? '' : undefined}
      className={className}
    >
      {label !== undefined && <span className={visuallyHidden}>{label}</span>}
      {children}
    </div>
  );
}

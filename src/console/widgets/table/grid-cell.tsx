import type { AriaAttributes, ReactNode } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';

type CellLook = {
  role?: 'gridcell' | 'columnheader';
  colIndex: number;
  /** Of a data column, counted from zero. */
  column?: number;
  isCursor?: boolean;
  align?: 'start' | 'end' | undefined;
  className: string;
  shown?: boolean;
  sort?: AriaAttributes['aria-sort'];
};

const mark = (on: boolean | undefined) => (on ? '' : undefined);

/**
 * Attributes of a cell of the grid. It takes no focus: the grid keeps it, and names the cursor row or cell as
 * active. Attributes and no component, for rows are drawn by the thousand while scrolling.
 */
export const gridCell = ({ role = 'gridcell', colIndex, column, align, sort, ...look }: CellLook) => ({
  role,
  'aria-colindex': colIndex,
  'aria-sort': sort,
  'data-column': column,
  'data-cell-cursor': mark(look.isCursor),
  'data-align': align,
  'data-shown': mark(look.shown),
  className: look.className,
});

/** A heading, `label` being its name where nothing is drawn that names it. */
export const ColumnHeader = ({
  label,
  children,
  ...look
}: Omit<CellLook, 'role'> & { label?: string; children: ReactNode }) => (
  <div {...gridCell({ ...look, role: 'columnheader' })}>
    {label !== undefined && <span className={visuallyHidden}>{label}</span>}
    {children}
  </div>
);

import type { AriaAttributes, ReactNode } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { toFlagAttribute } from '../../../lib/flag-attribute.ts';

type CellLook = {
  role?: 'gridcell' | 'columnheader';
  colIndex: number;
  /** Index among data columns, from 0. */
  column?: number;
  isCursor?: boolean;
  align?: 'start' | 'end' | undefined;
  className: string;
  shown?: boolean;
  sort?: AriaAttributes['aria-sort'];
};

/**
 * Attributes of a grid cell, which never has the focus. Not a component, because thousands of cells render
 * while scrolling.
 */
export const buildGridCellProps = ({
  role = 'gridcell',
  colIndex,
  column,
  align,
  sort,
  ...look
}: CellLook) => ({
  role,
  'aria-colindex': colIndex,
  'aria-sort': sort,
  'data-column': column,
  'data-cell-cursor': toFlagAttribute(look.isCursor),
  'data-align': align,
  'data-shown': toFlagAttribute(look.shown),
  className: look.className,
});

/** `label` is used without visible text. */
export const ColumnHeader = ({
  label,
  children,
  ...look
}: Omit<CellLook, 'role'> & { label?: string; children: ReactNode }) => (
  <div {...buildGridCellProps({ ...look, role: 'columnheader' })}>
    {label !== undefined && <span className={visuallyHidden}>{label}</span>}
    {children}
  </div>
);

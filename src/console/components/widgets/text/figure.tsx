import { unit as unitClass } from '../../../../../styles/text.css.ts';
import type { Figure as FigureValue } from '../../../lib/format.ts';
import { Missing } from './missing.tsx';
import * as css from './text.css.ts';

type FigureProps = { figure: FigureValue | undefined; className?: string };

export function Figure({ figure, className }: FigureProps) {
  if (!figure) return <Missing />;
  return (
    <span className={className ? `${css.figure} ${className}` : css.figure}>
      {figure.value}
      {figure.unit && <span className={unitClass}>{figure.unit}</span>}
    </span>
  );
}

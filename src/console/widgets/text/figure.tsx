import { unit as unitClass } from '../../../../styles/text.css.ts';
import type { Figure as FigureValue } from '../format.ts';
import { Missing } from './missing.tsx';
import * as css from './text.css.ts';

type FigureProps = { figure: FigureValue | undefined; className?: string };

/** A value with its unit in quieter ink; an em dash when there is none. */
export function Figure({ figure, className }: FigureProps) {
  if (!figure) return <Missing />;
  return (
    <span className={className ? `${css.figure} ${className}` : css.figure}>
      {figure.value}
      {figure.unit && <span className={unitClass}>{figure.unit}</span>}
    </span>
  );
}

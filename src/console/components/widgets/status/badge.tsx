import type { ReactNode } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { formatExact } from '../../../lib/format.ts';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';
import * as css from './status.css.ts';

export type BadgeTone = keyof typeof css.badge;

type BadgeProps = { children: ReactNode; tone?: BadgeTone; shape?: ShapeName };

const getShapeTone = (tone: BadgeTone): Tone => (tone === 'neutral' ? 'text2' : tone);

export function Badge({ children, tone = 'neutral', shape }: BadgeProps) {
  return (
    <span className={css.badge[tone]}>
      {shape && <StatusShape shape={shape} tone={getShapeTone(tone)} size={12} />}
      {children}
    </span>
  );
}

export const formatBadgeCount = (count: number): string => (count > 99 ? '99+' : String(count));

type CountBadgeProps = {
  count: number;
  tone?: BadgeTone;
  /** For screen readers: what is counted. */
  label?: string;
  /** Shows `+2`, beside items already shown. */
  more?: boolean;
  /** No cap, for list headings. */
  exact?: boolean;
};

export function CountBadge({ count, tone = 'neutral', label, more, exact }: CountBadgeProps) {
  return (
    <span className={`${css.badge[tone]} ${css.count}`}>
      {more && '+'}
      {exact ? formatExact(count) : formatBadgeCount(count)}
      {label && <span className={visuallyHidden}> {label}</span>}
    </span>
  );
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>;
}

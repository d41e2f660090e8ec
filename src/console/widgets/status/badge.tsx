import type { ReactNode } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { formatExact } from '../format.ts';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';
import * as css from './status.css.ts';

export type BadgeTone = keyof typeof css.badge;

type BadgeProps = { children: ReactNode; tone?: BadgeTone; shape?: ShapeName };

const shapeTone = (tone: BadgeTone): Tone => (tone === 'neutral' ? 'text2' : tone);

/** A soft pill with a word, optionally led by a status shape. */
export function Badge({ children, tone = 'neutral', shape }: BadgeProps) {
  return (
    <span className={css.badge[tone]}>
      {shape && <StatusShape shape={shape} tone={shapeTone(tone)} size={12} />}
      {children}
    </span>
  );
}

/** `99+` is as far as a badge counts (R9-59). */
export const badgeCount = (count: number): string => (count > 99 ? '99+' : String(count));

type CountBadgeProps = {
  count: number;
  tone?: BadgeTone /** What is counted, for screen readers. */;
  label?: string;
  /** `+2`: beside what is shown already. */
  more?: boolean;
  /** Every one is counted: beside the heading of a list. */
  exact?: boolean;
};

/** A count as a pill. */
export function CountBadge({ count, tone = 'neutral', label, more, exact }: CountBadgeProps) {
  return (
    <span className={`${css.badge[tone]} ${css.count}`}>
      {more && '+'}
      {exact ? formatExact(count) : badgeCount(count)}
      {label && <span className={visuallyHidden}> {label}</span>}
    </span>
  );
}

/** An outlined label in mono: versions, ids. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>;
}

import type { IconName } from '../../../lib/icons/icon-names.ts';
import outlines from '../../../lib/icons/icons.svg';
import * as css from './icon.css.ts';

type IconProps = { name: IconName; size?: keyof typeof css.icon; className?: string };

/** Decorative; text or label gives its meaning. */
export const Icon = ({ name, size = 'm', className }: IconProps) => (
  <svg aria-hidden="true" className={className ? `${css.icon[size]} ${className}` : css.icon[size]}>
    <use href={`${outlines}#${name}`} />
  </svg>
);

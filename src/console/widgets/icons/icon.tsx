import * as css from './icon.css.ts';
import { ICONS, type IconName } from './icon-table.ts';

type IconProps = { name: IconName; size?: keyof typeof css.icon; className?: string };

/** A decorative outline; the words beside it, or the label of its button, say what it means. */
export function Icon({ name, size = 'm', className }: IconProps) {
  const Outline = ICONS[name];
  return (
    <Outline aria-hidden="true" className={className ? `${css.icon[size]} ${className}` : css.icon[size]} />
  );
}

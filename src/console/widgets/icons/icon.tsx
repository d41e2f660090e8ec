import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import * as css from './icon.css.ts';
import { FIRST_ICONS, type IconName } from './icon-table.ts';
import { loadMoreIcons, moreIcons, subscribeToIcons } from './load-more-icons.ts';

type IconProps = { name: IconName; size?: keyof typeof css.icon; className?: string };

const outlineOf = (name: IconName): LucideIcon | undefined =>
  name in FIRST_ICONS
    ? FIRST_ICONS[name as keyof typeof FIRST_ICONS]
    : moreIcons()?.[name as Exclude<IconName, keyof typeof FIRST_ICONS>];

const classesOf = ({ size = 'm', className }: IconProps) =>
  className ? `${css.icon[size]} ${className}` : css.icon[size];

/** Its place is kept until it is there. */
function LaterIcon(props: IconProps) {
  const Outline = useSyncExternalStore(subscribeToIcons, () => outlineOf(props.name));
  useEffect(() => {
    if (!Outline) void loadMoreIcons();
  }, [Outline]);
  const classes = classesOf(props);
  return Outline ? (
    <Outline aria-hidden="true" className={classes} />
  ) : (
    <svg aria-hidden="true" className={classes} />
  );
}

/** A decorative outline; the words beside it, or the label of its button, say what it means. */
export function Icon(props: IconProps) {
  // One that is there needs no subscription: tables draw many.
  const Outline = outlineOf(props.name);
  return Outline ? <Outline aria-hidden="true" className={classesOf(props)} /> : <LaterIcon {...props} />;
}

import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { FIRST_ICONS, type IconName } from '../../../lib/icons/icon-table.ts';
import {
  findLoadedIcon,
  loadMoreIcons,
  loadScreenIcons,
  subscribeToIcons,
} from '../../../lib/icons/load-more-icons.ts';
import * as css from './icon.css.ts';

type IconProps = { name: IconName; size?: keyof typeof css.icon; className?: string };

const findOutline = (name: IconName): LucideIcon | undefined =>
  name in FIRST_ICONS ? FIRST_ICONS[name as keyof typeof FIRST_ICONS] : findLoadedIcon(name);

const joinIconClasses = ({ size = 'm', className }: IconProps) =>
  className ? `${css.icon[size]} ${className}` : css.icon[size];

/** Most are among those of the screen, which it loads anyway. */
async function loadIcon(name: IconName): Promise<void> {
  await loadScreenIcons();
  if (!findOutline(name)) await loadMoreIcons();
}

function LaterIcon(props: IconProps) {
  const Outline = useSyncExternalStore(subscribeToIcons, () => findOutline(props.name));
  useEffect(() => {
    if (!Outline) void loadIcon(props.name);
  }, [Outline, props.name]);
  const classes = joinIconClasses(props);
  return Outline ? (
    <Outline aria-hidden="true" className={classes} />
  ) : (
    <svg aria-hidden="true" className={classes} />
  );
}

/** Decorative; text or label gives its meaning. */
export function Icon(props: IconProps) {
  // Loaded icons need no subscription; tables draw many.
  const Outline = findOutline(props.name);
  return Outline ? (
    <Outline aria-hidden="true" className={joinIconClasses(props)} />
  ) : (
    <LaterIcon {...props} />
  );
}

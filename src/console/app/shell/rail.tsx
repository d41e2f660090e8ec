import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react';
import { Tooltip } from '../../components/widgets/actions/tooltip.tsx';
import { goTo } from '../../state/location.tsx';
import { RAIL } from './sidebar.css.ts';

const rail = typeof matchMedia === 'function' ? matchMedia(RAIL) : undefined;

const subscribe = (listener: () => void) => {
  rail?.addEventListener('change', listener);
  return () => rail?.removeEventListener('change', listener);
};

type RailTipProps = { text: string; keys?: string; link: ComponentProps<typeof Tooltip>['children'] };

/** Shows `text` while the sidebar is too narrow for it. */
export function RailTip({ text, keys, link }: RailTipProps) {
  const isRail = useSyncExternalStore(subscribe, () => rail?.matches ?? false);
  return isRail ? (
    <Tooltip text={text} keys={keys}>
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** Handles plain clicks; the browser handles clicks with a modifier. */
export const createFollowHandler = (to: string) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  goTo(to);
};

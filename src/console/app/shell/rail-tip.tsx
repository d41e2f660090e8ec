import { type ComponentProps, useSyncExternalStore } from 'react';
import { Tooltip } from '../../widgets/actions/tooltip.tsx';
import { RAIL } from './sidebar.css.ts';

const rail = typeof matchMedia === 'function' ? matchMedia(RAIL) : undefined;

const subscribe = (listener: () => void) => {
  rail?.addEventListener('change', listener);
  return () => rail?.removeEventListener('change', listener);
};

type RailTipProps = { text: string; keys?: string; link: ComponentProps<typeof Tooltip>['children'] };

/** On the rail, where only icons are seen, the name and the keys of a link as its tooltip. */
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

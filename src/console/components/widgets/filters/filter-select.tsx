import { OpenOnDemand } from '../actions/open-on-demand.tsx';
import { createLazyCode } from '../lazy/lazy-code.ts';
import { FilterButton, type FilterButtonProps } from './filter-button.tsx';
import type { SelectPopupProps } from './select-popup.tsx';
import type { SelectProps } from './types.ts';

/** Above this many options a search is shown. */
const SEARCH_FROM = 8;

const popup = createLazyCode(() => import('./select-popup.tsx'));

/**
 * Loads the lists once a key is pressed or the pointer moves: before that nobody can open one.
 * @returns a function that stops listening
 */
export function preloadLists(): () => void {
  const signs = ['keydown', 'pointermove', 'pointerdown'];
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, load, true);
  };
  function load(): void {
    stop();
    void popup.preload();
  }
  for (const sign of signs) window.addEventListener(sign, load, { capture: true, passive: true });
  return stop;
}

type FilterSelectProps = Omit<SelectProps, 'selected'> &
  Pick<FilterButtonProps, 'text' | 'mark'> &
  Pick<SelectPopupProps, 'groups' | 'value' | 'onChange' | 'actions' | 'noun'>;

export function FilterSelect(props: FilterSelectProps) {
  const { label, text, mark, isDefault, disabledReason, filterId, isLoading = false, groups } = props;
  const count = groups.reduce((sum, group) => sum + group.options.length, 0);
  const { searchable = count > SEARCH_FROM } = props;
  const button = (
    <FilterButton
      label={label}
      text={text}
      mark={mark}
      isSet={!isDefault}
      disabledReason={disabledReason}
      data-filter={filterId}
    />
  );
  if (disabledReason !== undefined) return button;
  return (
    <OpenOnDemand trigger={button} popup="listbox" load={popup.load}>
      <popup.Component
        trigger={button}
        label={label}
        groups={groups}
        value={props.value}
        onChange={props.onChange}
        searchable={searchable}
        isLoading={isLoading}
        {...(props.actions ? { actions: props.actions } : {})}
        noun={props.noun}
      />
    </OpenOnDemand>
  );
}

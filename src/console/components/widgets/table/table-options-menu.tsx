import {
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItemCheckbox,
  MenuItemRadio,
  Menu as MenuPopup,
  MenuProvider,
} from '@ariakit/react';
import { useEffect, useRef } from 'react';
import * as menuCss from '../actions/menu.css.ts';
import { CheckMark } from '../forms/checkbox.tsx';
import { heading } from '../forms/select.css.ts';
import { Icon } from '../icons/icon.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import type { Density, OptionsMenuProps } from './types.ts';

const DENSITIES: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable rows' },
  { value: 'compact', label: 'Compact rows' },
];

/** Opens on mount: the press that loaded it requested it. */
export default function TableOptionsMenu(props: OptionsMenuProps) {
  const { trigger, columns, hidden, shown, onHiddenChange, density, onDensityChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  const chosen = columns.filter(({ id }) => !hidden.includes(id));
  return (
    <MenuProvider values={{ columns: chosen.map(({ id }) => id), density }}>
      <MenuButton ref={button} render={trigger} />
      <MenuPopup
        aria-label="Columns and density"
        gutter={6}
        portal
        preserveTabOrder={false}
        unmountOnHide
        hideOnEscape={swallowEscape}
        className={menuCss.menu}
      >
        {onHiddenChange && (
          <MenuGroup>
            <MenuGroupLabel className={heading}>Columns</MenuGroupLabel>
            {columns.map(({ id, header, isMinor }) => {
              const isChosen = !hidden.includes(id);
              const isLast = isChosen && chosen.length === 1;
              const hasRoom = shown.some((one) => one.id === id);
              return (
                <MenuItemCheckbox
                  key={id}
                  name="columns"
                  value={id}
                  className={menuCss.item}
                  hideOnClick={false}
                  disabled={isLast}
                  accessibleWhenDisabled
                  onClick={() =>
                    onHiddenChange(isChosen ? [...hidden, id] : hidden.filter((other) => other !== id))
                  }
                >
                  <CheckMark checked={isChosen} />
                  <span className={menuCss.label}>
                    {header}
                    {isLast && <span className={menuCss.reason}>One column always stays</span>}
                    {isChosen && !hasRoom && (
                      <span className={menuCss.reason}>
                        {isMinor ? 'Left out, for lack of room' : 'In a second line, for lack of room'}
                      </span>
                    )}
                  </span>
                </MenuItemCheckbox>
              );
            })}
          </MenuGroup>
        )}
        {onDensityChange && (
          <MenuGroup>
            <MenuGroupLabel className={heading}>Density</MenuGroupLabel>
            {DENSITIES.map(({ value, label }) => (
              <MenuItemRadio
                key={value}
                name="density"
                value={value}
                className={menuCss.item}
                hideOnClick={false}
                onClick={() => onDensityChange(value)}
              >
                <span className={menuCss.radio}>{density === value && <Icon name="check" size="s" />}</span>
                <span className={menuCss.label}>{label}</span>
              </MenuItemRadio>
            ))}
          </MenuGroup>
        )}
      </MenuPopup>
    </MenuProvider>
  );
}

import { ComboboxProvider, Select, SelectPopover, SelectProvider } from '@ariakit/react';
import { useEffect, useRef, useState } from 'react';
import { useSites } from '../../actors/sites.ts';
import { OptionList } from '../../widgets/forms/option-list.tsx';
import * as selectCss from '../../widgets/forms/select.css.ts';
import { swallowEscape } from '../../widgets/keys/swallow-escape.ts';
import { changeSite } from '../site-change.ts';
import { SiteButton } from './site-selector.tsx';

/** Searchable choice of the site, each with its state (R2.2-32 … R2.2-35); it opens as it appears. */
export default function SiteList() {
  const { sites, site } = useSites();
  const [search, setSearch] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  const options = sites.map(({ id, name, status }) => ({
    value: id,
    label: name,
    shape: status === 'ACTIVE' ? ('check' as const) : ('dashed' as const),
    tone: status === 'ACTIVE' ? ('ok' as const) : ('text3' as const),
    shapeLabel: status === 'ACTIVE' ? 'Active' : 'Inactive',
  }));
  return (
    <ComboboxProvider resetValueOnHide setValue={setSearch}>
      <SelectProvider value={site?.id ?? ''} setValue={changeSite}>
        <Select ref={button} render={<SiteButton />} />
        <SelectPopover
          gutter={4}
          portal
          unmountOnHide
          hideOnEscape={swallowEscape}
          className={selectCss.popover}
          aria-label="Sites"
        >
          <OptionList options={options} searchable search={search} />
        </SelectPopover>
      </SelectProvider>
    </ComboboxProvider>
  );
}

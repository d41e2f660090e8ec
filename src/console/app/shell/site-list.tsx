import { ComboboxProvider, Select, SelectPopover, SelectProvider } from '@ariakit/react';
import { useEffect, useRef, useState } from 'react';
import { OptionList } from '../../components/widgets/forms/option-list.tsx';
import * as selectCss from '../../components/widgets/forms/select.css.ts';
import { swallowEscape } from '../../components/widgets/keys/swallow-escape.ts';
import { useSites } from '../../state/sites.ts';
import { changeSite } from '../site-change.ts';
import { SiteButton } from './site-button.tsx';

/** Opens on mount. */
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

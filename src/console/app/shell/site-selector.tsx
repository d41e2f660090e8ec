import { ComboboxProvider, Select, SelectPopover, SelectProvider } from '@ariakit/react';
import { useState } from 'react';
import { selectSite, useSites } from '../../actors/sites.ts';
import { OptionList } from '../../widgets/forms/option-list.tsx';
import * as selectCss from '../../widgets/forms/select.css.ts';
import { Icon } from '../../widgets/icons/icon.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { swallowEscape } from '../../widgets/keys/swallow-escape.ts';
import * as css from './sidebar.css.ts';

/** Searchable choice of the site, each with its state (R2.2-32 … R2.2-35). */
export default function SiteSelector() {
  const { sites, site } = useSites();
  const [search, setSearch] = useState('');
  const options = sites.map(({ id, name, status }) => ({
    value: id,
    label: name,
    shape: status === 'ACTIVE' ? ('check' as const) : ('dashed' as const),
    tone: status === 'ACTIVE' ? ('ok' as const) : ('text3' as const),
  }));
  const name = site?.name ?? 'Select existing site';
  return (
    <ComboboxProvider resetValueOnHide setValue={setSearch}>
      <SelectProvider value={site?.id ?? ''} setValue={selectSite}>
        <Select className={css.site} aria-label={`Site: ${name}`}>
          {site && (
            <StatusShape
              shape={site.status === 'ACTIVE' ? 'check' : 'dashed'}
              tone={site.status === 'ACTIVE' ? 'ok' : 'text3'}
            />
          )}
          <span className={css.siteName}>{name}</span>
          <Icon name="chevronDown" size="s" className={css.siteChevron} />
        </Select>
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

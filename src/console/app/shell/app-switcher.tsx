import { Menu } from '../../components/widgets/actions/menu.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import type { AppDefinition, AppId } from '../apps.ts';
import { Brand } from './brand.tsx';
import * as css from './sidebar.css.ts';

type AppSwitcherProps = {
  apps: readonly AppDefinition[];
  active: AppId;
  onGo: (landing: string) => void;
};

export function AppSwitcher({ apps, active, onGo }: AppSwitcherProps) {
  const name = apps.find(({ id }) => id === active)?.name ?? '';
  if (apps.length < 2) return <Brand app={name} />;
  return (
    <Menu
      label="Apps"
      entries={apps.map((app) => ({
        id: app.id,
        label: app.name,
        icon: app.icon,
        onSelect: () => onGo(app.landing),
      }))}
      trigger={
        <button type="button" className={css.switcher} aria-label={`App: ${name}`} title={name}>
          <Brand app={name} />
          <Icon name="chevronsUpDown" size="s" className={css.siteChevron} />
        </button>
      }
    />
  );
}

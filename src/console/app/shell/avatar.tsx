import { UserFace } from '../../components/user-face/UserFace.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import * as css from './sidebar.css.ts';

/** Empty until the session is known. */
export const Avatar = ({ user }: { user: { name: string; picture: string } | undefined }) => (
  <span className={css.avatar} aria-hidden="true">
    {user ? <UserFace name={user.name} picture={user.picture} /> : <Icon name="user" size="s" />}
  </span>
);

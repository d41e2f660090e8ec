import { useState } from 'react';
import { getApiBaseUrl } from '../../api/environment.ts';
import { formatInitials } from '../widgets/text/initials.ts';
import * as css from './user-face.css.ts';

type UserFaceProps = {
  name: string;
  /** A path of the service; empty without a picture. */
  picture: string;
};

/** The user's picture; initials if missing or not loadable. */
export function UserFace({ name, picture }: UserFaceProps) {
  const [broken, setBroken] = useState('');
  if (picture === '' || picture === broken) return formatInitials(name);
  return (
    <img
      className={css.picture}
      src={new URL(picture.replace(/^\//, ''), getApiBaseUrl()).href}
      alt=""
      onError={() => setBroken(picture)}
    />
  );
}

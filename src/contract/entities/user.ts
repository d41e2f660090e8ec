import * as z from 'zod/mini';
import { PROVIDER_TYPES, ROLE_TYPES, USER_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';

export const userSchema = z.object({
  id: idSchema('user'),
  name: z.string(),
  email: z.string(),
  picture: z.string(),
  userType: z.enum(USER_TYPES),
  roles: z.array(z.object({ id: z.string(), type: z.enum(ROLE_TYPES), name: z.string() })),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({
  provider: z.enum(PROVIDER_TYPES),
  user: userSchema,
  isAdministrator: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** System roles 'Admin' and 'IAM Admin'. */
export const isAdmin = (user: User): boolean =>
  user.roles.some((role) => role.type === 'SYSTEM' && (role.name === 'Admin' || role.name === 'IAM Admin'));

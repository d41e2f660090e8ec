/** Global styles. Import before anything that renders. */
import './fonts.ts';
import './tokens.css.ts';
import './themes.css.ts';
import './base.css.ts';
import './motion.css.ts';

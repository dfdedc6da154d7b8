import { drawPicture } from '../../src/exchange/picture/draw-picture.ts';
import type { Picture } from '../../src/exchange/picture/picture.ts';

/** A picture of calls. It scrolls by itself on a phone. */
export function Drawing({ picture }: { picture: Picture }) {
  return <div class="picture" tabIndex={0} dangerouslySetInnerHTML={{ __html: drawPicture(picture) }} />;
}

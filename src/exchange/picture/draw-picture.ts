import { escapeMarkup as escape } from '../../base/escape-markup.ts';
import type { Picture, PicturedCall, Standing } from './picture.ts';

/**
 * Draws calls as SVG without script and style sheet, in dark, light and print: its colours follow the page's
 * `color-scheme`. A screen reader reads it as a list of events.
 */
export function drawPicture({ title, calls, standing }: Picture): string {
  const shown = calls.slice(-MOST_CALLS);
  const hidden = calls.length - shown.length;
  const lanes = lanesOf(shown, standing);
  const drawn: string[] = [];
  let y = TOP;
  if (hidden > 0) drawn.push(group(text(lanes.client, (y += 22), `${hidden} earlier calls`, DIM)));
  for (const [index, call] of shown.entries()) {
    const before = shown[index - 1];
    if (before) {
      const gap = gapBetween(before, call);
      if (gap.label !== '') drawn.push(group(drawGap(lanes, y + gap.height / 2, gap)));
      y += gap.height;
    }
    const until = shown[index + 1]?.at;
    const since = index === 0 ? '' : call.at;
    const own = standing.filter(({ at, by }) =>
      by === null ? at >= since && (until === undefined || at < until) : by === hidden + index,
    );
    const { markup, height } = drawCall(call, own, lanes, y);
    drawn.push(markup);
    y += height;
  }
  const bottom = y + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${lanes.width} ${bottom}" width="${lanes.width}" \
height="${bottom}" role="list" aria-label="${escape(title)}" font-family="system-ui, sans-serif" font-size="13">
${drawLanes(lanes, bottom)}
${drawn.join('\n')}
</svg>`;
}

/** Returns the drawing as a separate file, with a background and its title. */
export function drawPictureFile(picture: Picture): string {
  const head = `<title>${escape(picture.title)}</title><style>:root{color-scheme:light dark}</style>\
<rect width="100%" height="100%" fill="light-dark(#fff,#12161b)"/>`;
  return `${drawPicture(picture).replace(/^<svg[^>]*>/, (start) => `${start}\n${head}`)}\n`;
}

interface Lanes {
  client: number;
  service: number;
  /** Horizontal position of the provider's line; undefined without a call to a provider. */
  provider: number | undefined;
  /** Left edge of the column with the bookings. */
  standing: number;
  hasStanding: boolean;
  width: number;
}

function lanesOf(calls: readonly PicturedCall[], standing: readonly Standing[]): Lanes {
  const hasProvider = calls.some(({ providers }) => providers.length > 0);
  const end = hasProvider ? 680 : SERVICE;
  const hasStanding = standing.length > 0;
  const width = Math.max(end + (hasStanding ? 320 : 40), 720);
  return {
    client: CLIENT,
    service: SERVICE,
    provider: hasProvider ? end : undefined,
    standing: end + 60,
    hasStanding,
    width,
  };
}

function drawLanes({ client, service, provider, standing, hasStanding }: Lanes, bottom: number): string {
  const lane = (x: number, name: string) =>
    text(x, 20, name, INK, 'text-anchor="middle" font-weight="600"') +
    `<path d="M${x} 30V${bottom}" stroke="${LINE}" stroke-width="2"/>`;
  const lanes = [lane(client, 'client'), lane(service, 'service')];
  if (provider !== undefined) lanes.push(lane(provider, 'provider'));
  const heading = hasStanding ? text(standing, 20, 'what stands', STANDS, 'font-weight="600"') : '';
  return `<g aria-hidden="true">${lanes.join('')}${heading}</g>`;
}

function drawCall(call: PicturedCall, standing: readonly Standing[], lanes: Lanes, y: number) {
  const { client, service, provider } = lanes;
  const { at, name, outcome, note, tone, isLost, providers, broken } = call;
  const colour = TONES[tone];
  const parts = [
    text(12, y + 18, at.slice(11, 23), DIM, MONO),
    arrow(client, service, y + 22, INK),
    text(client + 10, y + 16, name, INK, MONO),
  ];
  let row = y + 22;
  for (const one of provider === undefined ? [] : providers) {
    const shade = one.isBad ? BAD : GOOD;
    parts.push(arrow(service, provider ?? 0, row + 4, INK), text(service + 10, row - 2, one.name, INK, MONO));
    parts.push(arrow(provider ?? 0, service, row + 24, shade));
    parts.push(text((provider ?? 0) - 10, row + 19, one.outcome, shade, `${MONO} text-anchor="end"`));
    row += 30;
  }
  const back = Math.max(y + 46, row + 6);
  parts.push(isLost ? brokenArrow(service, client, back, colour) : arrow(service, client, back, colour));
  parts.push(text(service - 10, back - 6, shorten(outcome, 34), colour, `${MONO} font-weight="600" text-anchor="end"`));
  if (note !== '')
    parts.push(text(service - 10, back + 15, shorten(note, 38), TONES.waiting, `${MONO} text-anchor="end"`));
  const boxes = standing.map((one, index) => drawStanding(one, lanes, y + 10 + index * 30));
  const end = Math.max(note === '' ? back : back + 12, y + 10 + standing.length * 30 - 8);
  const rule = broken && drawRule(broken, lanes, end + 14);
  const height = end - y + (rule ? rule.height + 22 : 8);
  const ground = broken
    ? box(client - 10, y, service - client + 20, (note === '' ? back : back + 12) - y + 10, BAD_GROUND)
    : '';
  return { markup: group(ground + parts.join('') + boxes.join('') + (rule?.markup ?? '')), height };
}

function drawStanding({ at, text: said, isBad }: Standing, { service, provider, standing }: Lanes, y: number): string {
  const colour = isBad ? BAD : STANDS;
  const from = (provider ?? service) + 6;
  return (
    `<path d="M${from} ${y + 12}H${standing}" stroke="${colour}" stroke-dasharray="2 4"/>` +
    box(standing, y, 250, 25, isBad ? BAD_GROUND : STANDS_GROUND) +
    text(standing + 8, y + 17, shorten(said, 22), colour, 'font-weight="600"') +
    text(standing + 242, y + 17, at.slice(11, 19), colour, `${MONO} text-anchor="end"`)
  );
}

function drawRule({ sentence, instead }: NonNullable<PicturedCall['broken']>, { client, width }: Lanes, y: number) {
  const letters = Math.floor((width - client - 30) / 7.2);
  const lines = wrap(sentence, letters).map((line): [string, string] => [line, `fill="${BAD}" font-weight="600"`]);
  if (instead !== '')
    lines.push(...wrap(`Instead: ${instead}`, letters).map((line): [string, string] => [line, `fill="${INK}"`]));
  const height = lines.length * 18 + 14;
  const markup =
    box(client - 10, y, width - client, height, BAD_GROUND) +
    `<path d="M${client - 8} ${y}v${height}" stroke="${BAD}" stroke-width="4"/>` +
    lines
      .map(
        ([line, style], index) => `<text x="${client + 6}" y="${y + 20 + index * 18}" ${style}>${escape(line)}</text>`,
      )
      .join('');
  return { markup, height };
}

interface Gap {
  height: number;
  /** Empty for a short gap. */
  label: string;
  isJump: boolean;
}

/** Ten times the duration adds one height step: milliseconds and hours fit into one drawing. */
function gapBetween(before: PicturedCall, call: PicturedCall): Gap {
  const passed = Math.max(0, Date.parse(call.at) - Date.parse(before.at));
  const real =
    before.realTime === null || call.realTime === null
      ? passed
      : Date.parse(call.realTime) - Date.parse(before.realTime);
  const jump = Date.parse(call.at) - Date.parse(before.at) - real;
  const isJump = Math.abs(jump) > JUMP_MS;
  const height = 8 + 9 * Math.log10(1 + passed / 10);
  if (isJump)
    return {
      height: height + 12,
      label: `the clock moved ${spanText(Math.abs(jump))} ${jump > 0 ? 'ahead' : 'back'}`,
      isJump,
    };
  return { height, label: passed >= 1000 ? `${spanText(passed)} later` : '', isJump };
}

function drawGap({ client, service }: Lanes, y: number, { label, isJump }: Gap): string {
  const colour = isJump ? STANDS : DIM;
  const zigzag = isJump
    ? `<path d="M${client - 14} ${y}H${service + 14}" stroke="${STANDS}" stroke-dasharray="6 4"/>`
    : `<path d="M${client - 6} ${y - 6}l12 4-12 4 12 4" stroke="${DIM}" fill="none"/>`;
  return (
    zigzag +
    (isJump
      ? text((client + service) / 2, y - 5, label, colour, 'text-anchor="middle"')
      : text(12, y + 4, label, colour))
  );
}

/** `3.2 s`, `4 min`, `26 h`, `3 d`. */
function spanText(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 48 * 3_600_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} d`;
}

function arrow(from: number, to: number, y: number, colour: string): string {
  const step = to > from ? -8 : 8;
  return (
    `<path d="M${from} ${y}H${to + step / 2}" stroke="${colour}" stroke-width="1.6"/>` +
    `<path d="M${to} ${y}l${step}-4v8z" fill="${colour}"/>`
  );
}

/** An arrow for a response that starts but does not arrive. */
function brokenArrow(from: number, to: number, y: number, colour: string): string {
  const middle = (from + 2 * to) / 3;
  return (
    `<path d="M${from} ${y}H${middle + 8}m-16-8 16 16m0-16-16 16" stroke="${colour}" stroke-width="2" fill="none"/>` +
    `<path d="M${middle - 12} ${y}H${to}" stroke="${colour}" stroke-width="2" stroke-dasharray="3 5"/>`
  );
}

function text(x: number, y: number, said: string, colour: string, more = ''): string {
  return `<text x="${x}" y="${y}" fill="${colour}" ${more}>${escape(shorten(said, 40))}</text> `;
}

function box(x: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="${colour}"/>`;
}

function group(markup: string): string {
  return `<g role="listitem">${markup}</g>`;
}

function shorten(said: string, most: number): string {
  return said.length > most ? `${said.slice(0, most - 1)}…` : said;
}

/** Breaks a text into lines with a maximum length; a longer word stays whole. */
function wrap(said: string, letters: number): string[] {
  const lines: string[] = [''];
  for (const word of said.replaceAll('`', '').split(/\s+/)) {
    const last = lines.length - 1;
    const line = `${lines[last]} ${word}`.trim();
    if (line.length <= letters) lines[last] = line;
    else lines.push(word);
  }
  return lines;
}

const MOST_CALLS = 20;
const JUMP_MS = 1000;
const TOP = 36;
const CLIENT = 120;
const SERVICE = 420;
const MONO = 'font-family="ui-monospace, monospace" font-size="12"';
const INK = 'light-dark(#16202b,#e8edf2)';
const DIM = 'light-dark(#515e6c,#a3b1bf)';
const LINE = 'light-dark(#c9d1da,#3a4552)';
const GOOD = 'light-dark(#12692f,#6fd08e)';
const BAD = 'light-dark(#b3261e,#ff9c92)';
const BAD_GROUND = 'light-dark(#fdeceb,#3a1d1c)';
const STANDS = 'light-dark(#0b57a4,#8ec5ff)';
const STANDS_GROUND = 'light-dark(#e8f1fb,#16283a)';
const TONES = { good: GOOD, waiting: 'light-dark(#7a4d00,#f0bd57)', bad: BAD } as const;

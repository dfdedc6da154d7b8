import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterIncoming } from '../plants.ts';

const rule = 'service.live-mode.every-response';

export default [
  {
    name: 'calls-plain-bytes-gzip',
    rule,
    breaks: 'A response has the header Content-Encoding: gzip over a plain body.',
    plant: altersText((text) => text, { 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'names-live-mode-twice',
    rule,
    breaks: 'A response has liveMode twice.',
    plant: altersText((text) => text.replace(/^\{/, '{"liveMode":false,')),
  },
  {
    name: 'adds-a-comment-behind-the-json',
    rule,
    breaks: 'A response has a comment behind its JSON.',
    plant: altersText((text) => `${text}\n<!-- served by node 7 -->`),
  },
  {
    name: 'writes-nan-for-a-number',
    rule,
    breaks: 'The CO2 emissions of an offer are NaN.',
    alsoBreaks: ['offer.fields.co2-emissions'],
    plant: altersText((text) => text.replace(/"CO2EmissionsKg":[\d.]+/, '"CO2EmissionsKg":NaN')),
  },
] satisfies Defect[] as Defect[];

/** Changes every response's text, and adds headers. */
function altersText(change: (text: string) => string, more: Record<string, string> = {}): Plant {
  return alterIncoming((_, res) => {
    const original = { writeHead: res.writeHead.bind(res), end: res.end.bind(res) };
    let head: [number, Record<string, string | number>] = [200, {}];
    const writeHead = (status: number, headers: Record<string, string | number> = {}) => {
      head = [status, headers];
      return res;
    };
    const end = (payload?: Buffer) => {
      Object.assign(res, original);
      const bytes = Buffer.from(change((payload ?? Buffer.alloc(0)).toString()));
      res.writeHead(head[0], { ...head[1], ...more, 'Content-Length': bytes.length });
      return res.end(bytes);
    };
    Object.assign(res, { writeHead, end });
  });
}

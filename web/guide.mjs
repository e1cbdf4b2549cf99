// The documents that the page shows, rendered: docs/algorithms.md, docs/glossary.md and the README of every game.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

// Games that are described with another one.
const kTogether = { gomoku: 'mnk', pgame: 'random' };
const kPages = { 'algorithms.md': 'algorithms', 'glossary.md': 'glossary' };

export function slug(text) {
  return text.toLowerCase().replace(/<[^>]*>/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

// Headings go one level down, below the page's own. Links lead to what the page has; of others the words remain.
const marked = new Marked({
  renderer: {
    heading(text, level) {
      const depth = Math.min(6, level + 1);
      return `<h${depth} id="${slug(text)}">${text}</h${depth}>\n`;
    },
    link(href, title, text) {
      const [file, at = ''] = href.split('#');
      const page = kPages[file.split('/').pop()];
      if (page || (!file && at)) return `<a href="#/guide?page=${page ?? ''}&amp;at=${at}" data-page="${page ?? ''}" data-at="${at}">${text}</a>`;
      return /^https?:/.test(href) ? `<a href="${escaped(href)}" rel="noreferrer">${text}</a>` : text;
    },
    html: (text) => escaped(text),
    image: (href, title, text) => escaped(text),
    listitem(text) {
      const word = /^(?:<p>)?<strong>(.*?)<\/strong>/.exec(text);
      return word ? `<li id="${slug(word[1])}">${text}</li>\n` : `<li>${text}</li>\n`;
    },
    table: (header, body) => `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${header}</thead><tbody>${body}</tbody></table></div>\n`,
    code: (text) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
  },
});

async function render(file, page) {
  const html = marked.parse(await readFile(file, 'utf8'));
  return html.replaceAll('data-page=""', `data-page="${page}"`).replaceAll('page=&amp;', `page=${page}&amp;`);
}

export async function makeGuide(root) {
  const games = {};
  for (const name of (await readdir(join(root, 'src/games'))).sort())
    try {
      games[name] = await render(join(root, 'src/games', name, 'README.md'), 'games');
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  for (const [name, other] of Object.entries(kTogether)) games[name] = games[other];
  return {
    algorithms: await render(join(root, 'docs/algorithms.md'), 'algorithms'),
    glossary: await render(join(root, 'docs/glossary.md'), 'glossary'),
    games,
  };
}

// node screenshot.mjs PAGE[#piece=N] PNG light|dark WIDTH HEIGHT: a page as Chromium shows it.
import { chromium } from "playwright-core";

const [page, png, colorScheme, width, height] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const viewport = { width: Number(width), height: Number(height) };
const tab = await browser.newPage({ viewport, colorScheme });
await tab.goto(`file://${page}`);
await tab.screenshot({ path: png });
await browser.close();
